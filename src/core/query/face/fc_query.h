/*
 * fc_query.h -- a query from text to items: what SQL functions and the command line call.
 */
#ifndef FC_QUERY_H
#define FC_QUERY_H

#include "../../encode/bx_writer.h"
#include "../../store/bx_image.h"
#include "../run/ru_query.h"
#include "../static/qs_library.h"
#include "../syntax/q_ast.h"

typedef struct FcQuery FcQuery; /* immutable; its memory is of the arena it was compiled with */

/* Options of compilation. */
typedef struct FcOptions
{
	const struct QNamespace *namespaces; /* that hold where the prolog does not declare them */
	uint32_t n_namespaces;
	bool immutable;               /* refuse functions of the moment and of the database, */
	const char *instead;          /* and give this hint; NULL: that of functions of SQL */
	bool tables;                  /* runs have RuExternal.tables: fn:collection reads them */
	const QsLibraries *libraries; /* where imported modules are; NULL: nowhere */
	bool exact;                   /* of Q_MODE_PATH: the value is exact where it can be (static/qs_exact.c) */
	QMode mode;
} FcOptions;

/* Parse and plan; BX_E_XPATH with position and code. */
extern BxStatus fc_compile(BxStr text, const FcOptions *options, const BxHost *host, BxArena *arena,
						   const FcQuery **query, BxError *err);

/*
 * The namespace of a library module, which is compiled to be checked and cannot be run; empty: it is a main module.
 * Only callers that have libraries can compile one.
 */
extern BxStr fc_library(const FcQuery *query);

/* What a module imports; BX_E_XPATH and so on where it is not one. */
extern BxStatus fc_imports(BxStr text, const BxHost *host, BxArena *arena, const struct QImport **imports,
						   uint32_t *n, BxError *err);

/* External variables of the query, for binding by name: those of RuQuery.globals that are external. */
extern const RuQuery *fc_plan(const FcQuery *query);

/* A run on one document, whose items are pulled. */
typedef struct FcRun FcRun;

typedef struct FcCall
{
	const BxHost *host;
	BxArena *arena; /* lasts as long as the run */
	BxError *err;
	const uint8_t *value; /* the context document, plain bytes of a stored value; NULL: no context item */
	size_t n;
	BxImage *
		image; /* instead of value: it is filled where the query looks, and stays as long as the run; or NULL */
	const XdItem *context;       /* instead of both: a node of a tree of the run; or NULL */
	struct XpCache *cache;       /* for the document, in successive runs of the query; or NULL */
	struct XpTableCache *tables; /* with it: of all callers */
	const RuVar *vars;
	uint32_t n_vars;
	BxMoment now;
	const RuExternal *external; /* or NULL */
} FcCall;

/* Begin; errors leave nothing. */
extern BxStatus fc_open(const FcQuery *query, const FcCall *call, FcRun **run);

/*
 * The same in two steps, for callers whose variables have nodes: in between, fc_document makes trees of stored values,
 * which stay as long as the run.  After an error the run may be closed, but nothing else; NULL: there is none.
 */
extern BxStatus fc_new(const FcQuery *query, const FcCall *call, FcRun **run);
extern BxStatus fc_document(FcRun *run, BxImage *image, XdItem *root);
extern BxStatus fc_start(FcRun *run, const FcCall *call);
/* The same of an image that its owner takes back when nothing holds the tree any more; the arena does until then. */
extern BxStatus fc_open_owned(FcRun *run, BxArena *arena, BxImage *image, XdOwner *owner, XdItem *root);
/* The owner of the tree of a node, or NULL. */
extern XdOwner *fc_owner(const FcRun *run, const XdItem *node);
/*
 * For callbacks of RuExternal, which are called while an item is made: what fc_atom, fc_cast, fc_keep and fc_json_read
 * give is in this arena from now on, and good as long as it is; NULL: as they say.
 */
extern void fc_give_in(FcRun *run, BxArena *arena);

/* The next item; good until the next call. */
extern BxStatus fc_next(FcRun *run, XdItem *item, bool *found);
extern void fc_close(FcRun *run);
/* The work of the run so far: of looking at nodes; added to. */
extern struct XpWork *fc_work(FcRun *run);

/* ---- of an item ---- */

/* The string value; functions, maps and arrays as the serialization method adaptive writes them. */
extern BxStatus fc_text(FcRun *run, const XdItem *item, BxStr *text);
/*
 * The typed value of an item, and that cast to an atomic type; good until the next call.  FOTY0013 for functions and
 * maps, FOTY0012 where there is not one atom, as of arrays; errors of at_cast.
 */
extern BxStatus fc_atom(FcRun *run, const XdItem *item, XdItem *atom);
extern BxStatus fc_cast(FcRun *run, const XdItem *item, AtType type, XdItem *out);
/* The same item, as long as the run. */
extern BxStatus fc_keep(FcRun *run, const XdItem *item, XdItem *kept);
/*
 * What an item has by a name: the value of an attribute of an element, or its children, with that local name and in no
 * namespace; the entry of a map.  XPTY0004 for other items.
 */
extern BxStatus fc_field(FcRun *run, const XdItem *item, BxStr name, XdSeq *value);
/* Is the item an array?  Then it has these members. */
extern bool fc_members(const XdItem *item, const XdSeq **members, uint64_t *n);
/*
 * JSON text as fn:parse-json reads it, but with numbers that are xs:integer or xs:decimal unless they have an exponent,
 * as long as the run; an item as fn:serialize writes it as JSON.
 */
extern BxStatus fc_json_read(FcRun *run, BxStr text, XdSeq *value);
extern BxStatus fc_json_text(FcRun *run, const XdItem *item, BxStr *text);
/* The implicit time zone, in minutes east of UTC. */
extern int16_t fc_zone(const FcRun *run);
/* "xs:integer", "element()" */
extern const char *fc_type_name(const XdItem *item);
/* The item as a value of its own, in host memory that is the caller's: as bxml functions return nodes. */
extern BxStatus fc_value(FcRun *run, const XdItem *item, const BxWriterOptions *options, uint8_t **data,
						 size_t *len);
/*
 * All items of the query as content, as fn:serialize of a sequence with the method xml would join them.  *data is NULL
 * when there are none.
 */
extern BxStatus fc_content(FcRun *run, const BxWriterOptions *options, bool *any, uint8_t **data,
						   size_t *len);

/*
 * Instead of asking for items: the result as text, in the arena of the run, as fn:serialize writes it by the
 * serialization parameters that the prolog declares (declare option output:method "json").
 */
extern BxStatus fc_serialize(FcRun *run, BxStr *text);

/*
 * Instead of asking for items: evaluate an updating query, whose updates are about the document of the run, and give
 * its new value.  *data is NULL when nothing changes; XUST0002 when the query is not updating.
 */
extern BxStatus fc_update(FcRun *run, const BxWriterOptions *options, uint8_t **data, size_t *len);

#endif
