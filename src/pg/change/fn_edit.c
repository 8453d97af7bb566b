/*
 * fn_edit.c -- changes to the nodes that a path selects, or to the node with a label.
 */
#include "postgres.h"
#include "fmgr.h"

#include "../../core/base/bx_utf8.h"
#include "../../core/xpath/syntax/xp_last_step.h"
#include "../server/compat.h"
#include "edit.h"
#include "edit_args.h"
#include "../server/errors.h"
#include "../value/build.h"
#include "../value/label.h"
#include "../server/notice.h"
#include "../query/result.h"
#include "../query/why.h"

/* A change, made at each target; `prepare` sets what depends on the arguments, `fit` what depends on the target. */
typedef struct Change
{
	FunctionCallInfo fcinfo;
	Edit edit;
	BxEditChange change;
	BxEditAttribute attribute;
	XpGivenName names[2]; /* of an attribute, of an element */
	void (*fit)(struct Change *c, const XpNodePlace *target);
	const XpBlock *path; /* of the targets, if not the path of the call */
	uint64 n_targets;
} Change;

/* A kind of change: its arguments, and how to prepare it; without a value, `drop` prepares delete_key. */
typedef struct Kind
{
	EditArgs args;
	void (*prepare)(Change *c);
	void (*drop)(Change *c);
} Kind;

/* ---- targets ---- */

static void
begin(Change *c, FunctionCallInfo fcinfo, PgCall *call)
{
	memset(c, 0, sizeof(*c));
	c->fcinfo = fcinfo;
	edit_begin(&c->edit, call, PG_GETARG_DATUM(0));
}

static void
add(Change *c, const XpNodePlace *target)
{
	c->n_targets++;
	if (c->fit != NULL)
		c->fit(c, target);
	edit_add(&c->edit, target, &c->change);
}

/* Make the change at every node that a path selects. */
static void
add_targets(Change *c, const XpBlock *path)
{
	PgCall *call = c->edit.call;
	BxBuf targets;

	bx_buf_init(&targets, &c->edit.host.host);
	error_check(xp_targets(&call->xp, path, &targets), &call->err);
	for (size_t i = 0; i < targets.len / sizeof(XpNodePlace); i++)
		add(c, (const XpNodePlace *) targets.data + i);
	bx_buf_free(&targets);
}

static void
refuse_empty(const Change *c)
{
	FunctionCallInfo fcinfo = c->fcinfo;
	const PgCall *call = c->edit.call;

	if (call->path == NULL)
		ereport(ERROR, (errcode(ERRCODE_CARDINALITY_VIOLATION), errmsg("no node has the label"),
						errdetail("The label is \"%s\".", label_text(PG_GETARG_DATUM(1)))));
	result_refuse_none(call, PG_GETARG_DATUM(0));
}

/* create_missing found no place for a new node. */
static void
notice_empty(const Change *c)
{
	FunctionCallInfo fcinfo = c->fcinfo;
	char *why;

	if (c->n_targets > 0 || !notice_first(NOTICE_NOT_CREATED))
		return;
	why = why_empty(PG_GETARG_DATUM(0), c->edit.call->path);
	ereport(NOTICE, (errmsg("\"create_missing\" created nothing: the steps before the last select no node"),
					 errdetail("The path is \"%s\".", result_path(c->edit.call)),
					 why != NULL ? errhint("%s", why) : 0));
}

static Datum
finish(Change *c, const Kind *kind)
{
	if (edit_on_empty(c->fcinfo, &kind->args) == EMPTY_ERROR && c->n_targets == 0)
		refuse_empty(c);
	return edit_finish(&c->edit);
}

/* How many nodes the path of the call selects. */
static uint64
count_selected(Change *c)
{
	PgCall *call = c->edit.call;
	BxBuf targets;
	uint64 n;

	bx_buf_init(&targets, &c->edit.host.host);
	error_check(xp_targets(&call->xp, call->path, &targets), &call->err);
	n = targets.len / sizeof(XpNodePlace);
	bx_buf_free(&targets);
	return n;
}

/*
 * Make the change at all targets.  If an attribute is dropped, the target is the attribute, but on_empty is about the
 * nodes that the path of the call selects.
 */
static Datum
by_path(FunctionCallInfo fcinfo, const Kind *kind, EditNulls nulls)
{
	PgCall *call = call_begin(fcinfo);
	Change c;

	call_path(call, fcinfo, 1);
	begin(&c, fcinfo, call);
	(nulls == NULLS_DELETE ? kind->drop : kind->prepare)(&c);
	add_targets(&c, c.path != NULL ? c.path : call->path);
	if (c.path != NULL && c.n_targets == 0 && edit_on_empty(fcinfo, &kind->args) == EMPTY_ERROR)
		c.n_targets = count_selected(&c);
	return finish(&c, kind);
}

/* Find the node with a label; false if there is none. */
static bool
find_label(Edit *e, const LabelArg *label, XpNodePlace *target)
{
	BxError *err = &e->call->err;
	EditLabels l;
	BxPlace place;

	error_check(edit_labels(e, &l), err);
	error_check(bx_label_find(&l.doc, label->p, label->n, &place), err);
	if (!place.found)
		return false;
	memset(target, 0, sizeof(*target));
	if (place.document)
	{
		target->part = XP_PLACE_DOCUMENT;
		return true;
	}
	target->off = place.off;
	target->part = place.leaf_text ? XP_PLACE_LEAF_TEXT : XP_PLACE_ITEM;
	target->kind = place.leaf_text ? BX_KIND_TEXT : l.table.shapes[place.shape].kind;
	if (target->kind == BX_KIND_LEAF)
		target->kind = BX_KIND_ELEMENT;
	if (target->kind == BX_KIND_NAMESPACE)
		target->part = XP_PLACE_NAMESPACE;
	return true;
}

static Datum
by_label(FunctionCallInfo fcinfo, const Kind *kind, EditNulls nulls)
{
	PgCall *call = call_begin(fcinfo);
	LabelArg label;
	XpNodePlace target;
	Change c;

	call->path = NULL;
	begin(&c, fcinfo, call);
	(nulls == NULLS_DELETE ? kind->drop : kind->prepare)(&c);
	label_get(&label, PG_GETARG_DATUM(1));
	if (c.path != NULL)
	{
		add_targets(&c, c.path);
		c.n_targets++; /* the node has been found, with or without the attribute */
	}
	else if (find_label(&c.edit, &label, &target))
		add(&c, &target);
	label_release(&label);
	return finish(&c, kind);
}

typedef Datum (*Run)(FunctionCallInfo fcinfo, const Kind *kind, EditNulls nulls);

/* The body of all functions in this file. */
static Datum
change(FunctionCallInfo fcinfo, Run run, const Kind *kind)
{
	EditNulls nulls = edit_nulls(fcinfo, &kind->args);

	if (nulls == NULLS_NULL)
		PG_RETURN_NULL();
	if (nulls == NULLS_DOCUMENT)
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	return run(fcinfo, kind, nulls);
}

/* ---- insert, delete, replace ---- */

static void
prepare_insert(Change *c)
{
	static const struct
	{
		const char *word;
		BxEditOp op;
	} places[] = {
		{"first", BX_EDIT_INSERT_FIRST},
		{"last", BX_EDIT_INSERT_LAST},
		{"before", BX_EDIT_INSERT_BEFORE},
		{"after", BX_EDIT_INSERT_AFTER},
	};
	FunctionCallInfo fcinfo = c->fcinfo;
	text *t = PG_GETARG_TEXT_PP(3);
	const char *s = VARDATA_ANY(t);
	size_t n = VARSIZE_ANY_EXHDR(t);

	edit_content(&c->edit, PG_GETARG_DATUM(2), &c->change);
	for (size_t i = 0; i < lengthof(places); i++)
		if (strlen(places[i].word) == n && memcmp(s, places[i].word, n) == 0)
		{
			c->change.op = places[i].op;
			return;
		}
	ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					errmsg("invalid place to insert at: \"%.*s\"", (int) Min(n, 60), s),
					errhint("Valid values are \"first\", \"last\", \"before\" and \"after\".")));
}

static void
prepare_delete(Change *c)
{
	c->change.op = BX_EDIT_DELETE;
}

static void
prepare_replace(Change *c)
{
	FunctionCallInfo fcinfo = c->fcinfo;

	c->change.op = BX_EDIT_REPLACE;
	edit_content(&c->edit, PG_GETARG_DATUM(2), &c->change);
}

/* ---- values ---- */

static void
prepare_set(Change *c)
{
	FunctionCallInfo fcinfo = c->fcinfo;

	c->change.op = BX_EDIT_VALUE;
	c->change.text = build_text_arg(PG_GETARG_DATUM(2));
}

/* An element with a name and a text, as content in memory of the call. */
static void
build_element(Change *c, const XpGivenName *name, BxStr text)
{
	Edit *e = &c->edit;
	BxWriter *w = bx_writer_new(&e->host.host, &e->options, &e->call->err);
	uint32_t pair, id;
	uint8_t *data;
	size_t len;

	if (w == NULL)
		error_raise(&e->call->err);
	if (bx_writer_pair(w, name->prefix, name->uri, &pair) != BX_OK ||
		bx_writer_name(w, pair, name->local, &id) != BX_OK || bx_writer_start_element(w, id) != BX_OK ||
		(name->uri.n > 0 && bx_writer_namespace(w, pair) != BX_OK) ||
		bx_writer_text(w, text.s, text.n) != BX_OK || bx_writer_end_element(w) != BX_OK ||
		bx_writer_finish(w, &data, &len) != BX_OK)
		error_raise(bx_writer_error(w));
	bx_writer_free(w);
	c->change.value = data + e->options.reserve;
	c->change.value_n = len;
}

/* Create the node of the last step where it is missing: below each node that the steps before it select. */
static void
create_missing(Change *c)
{
	PgCall *call = c->edit.call;
	BxStr value = c->change.text;
	XpBlock *parents;
	XpGivenName name;
	bool attribute;
	size_t bad;

	error_check(xp_missing(call->path, &c->edit.keep, &parents, &name, &attribute, &call->err), &call->err);
	if (!bx_utf8_is_xml((const uint8_t *) value.s, value.n, &bad))
		error_check(bx_fail(&call->err, BX_E_SYNTAX_CONTENT, -1,
							"character not allowed in XML, at byte %zu of the text", bad + 1),
					&call->err);
	memset(&c->change, 0, sizeof(c->change));
	c->change.op = attribute ? BX_EDIT_ATTRIBUTES : BX_EDIT_INSERT_LAST;
	c->attribute = (BxEditAttribute){name.prefix, name.uri, name.local, value};
	c->change.attrs = &c->attribute;
	c->change.n_attrs = attribute ? 1 : 0;
	if (!attribute)
		build_element(c, &name, value);
	call->xp.cache = NULL;
	add_targets(c, parents);
}

/* As by_path, and creates missing nodes. */
static Datum
set_by_path(FunctionCallInfo fcinfo, const Kind *kind, EditNulls nulls)
{
	PgCall *call;
	Change c;

	if (nulls == NULLS_DELETE || !PG_GETARG_BOOL(3))
		return by_path(fcinfo, kind, nulls);
	call = call_begin(fcinfo);
	call_path(call, fcinfo, 1);
	begin(&c, fcinfo, call);
	prepare_set(&c);
	add_targets(&c, call->path);
	create_missing(&c);
	if (edit_on_empty(fcinfo, &kind->args) != EMPTY_ERROR)
		notice_empty(&c);
	return finish(&c, kind);
}

/* The argument exists so that both forms of the function differ in one argument only. */
static Datum
set_by_label(FunctionCallInfo fcinfo, const Kind *kind, EditNulls nulls)
{
	if (PG_NARGS() > 3 && PG_GETARG_BOOL(3))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("a node with a label cannot be created"),
				 errhint("\"create_missing\" is for paths; use bxml_insert with the label of the parent.")));
	return by_label(fcinfo, kind, nulls);
}

/* ---- names ---- */

/* The name in argument 2, resolved by the prolog of the path. */
static void
name_arg(Change *c, bool element, XpGivenName *name)
{
	FunctionCallInfo fcinfo = c->fcinfo;
	PgCall *call = c->edit.call;
	BxStr s = build_text_arg(PG_GETARG_DATUM(2));

	error_check(xp_name(call->path, s.s, s.n, element, &c->edit.keep, name, &call->err), &call->err);
}

static void
prepare_set_attribute(Change *c)
{
	FunctionCallInfo fcinfo = c->fcinfo;
	XpGivenName name;

	name_arg(c, false, &name);
	c->attribute = (BxEditAttribute){name.prefix, name.uri, name.local, build_text_arg(PG_GETARG_DATUM(3))};
	c->change.op = BX_EDIT_SET_ATTRIBUTE;
	c->change.attrs = &c->attribute;
	c->change.n_attrs = 1;
}

/* The path to the attribute of a node instead of the node. */
static void
take_attribute(Change *c, BxStr source)
{
	PgCall *call = c->edit.call;
	XpGivenName name;
	XpBlock *path;

	name_arg(c, false, &name);
	error_check(xp_attribute_of(source, &name, &c->edit.keep, &path, &call->err), &call->err);
	c->path = path;
	c->change.op = BX_EDIT_DELETE;
	call->xp.cache = NULL;
}

static void
drop_attribute(Change *c)
{
	const XpBlock *path = c->edit.call->path;

	take_attribute(c, (BxStr){xp_pool(path), path->source_len});
}

static void
drop_attribute_label(Change *c)
{
	FunctionCallInfo fcinfo = c->fcinfo;
	BxError *err = &c->edit.call->err;
	EditLabels l;
	LabelArg label;
	BxBuf path;
	bool found = false;

	bx_buf_init(&path, &c->edit.host.host);
	label_get(&label, PG_GETARG_DATUM(1));
	error_check(edit_labels(&c->edit, &l), err);
	error_check(bx_label_path(&l.doc, label.p, label.n, false, &path, &found), err);
	if (found)
		take_attribute(c, bx_str(path.data, path.len));
	label_release(&label);
	bx_buf_free(&path);
}

/* The default namespace is for elements only. */
static void
fit_rename(Change *c, const XpNodePlace *target)
{
	const XpGivenName *name = &c->names[target->kind == BX_KIND_ELEMENT];

	c->change.prefix = name->prefix;
	c->change.uri = name->uri;
	c->change.local = name->local;
}

static void
prepare_rename(Change *c)
{
	name_arg(c, false, &c->names[0]);
	name_arg(c, true, &c->names[1]);
	c->change.op = BX_EDIT_RENAME;
	c->fit = fit_rename;
}

/* ---- entry points ---- */

static const Kind kind_insert = {{-1, 4, 5, -1}, prepare_insert, NULL};
static const Kind kind_delete = {{-1, -1, 2, -1}, prepare_delete, NULL};
static const Kind kind_replace = {{2, 3, 4, -1}, prepare_replace, prepare_delete};
static const Kind kind_set = {{2, 4, 5, -1}, prepare_set, prepare_delete};
static const Kind kind_set_attribute = {{3, 4, 5, -1}, prepare_set_attribute, drop_attribute};
static const Kind kind_set_attribute_label = {{3, 4, 5, -1}, prepare_set_attribute, drop_attribute_label};
static const Kind kind_rename = {{-1, 3, 4, -1}, prepare_rename, NULL};

BXML_ENTRY(bxml_insert, change(fcinfo, by_path, &kind_insert));
BXML_ENTRY(bxml_insert_label, change(fcinfo, by_label, &kind_insert));
BXML_ENTRY(bxml_delete, change(fcinfo, by_path, &kind_delete));
BXML_ENTRY(bxml_delete_label, change(fcinfo, by_label, &kind_delete));
BXML_ENTRY(bxml_replace, change(fcinfo, by_path, &kind_replace));
BXML_ENTRY(bxml_replace_label, change(fcinfo, by_label, &kind_replace));
BXML_ENTRY(bxml_set, change(fcinfo, set_by_path, &kind_set));
BXML_ENTRY(bxml_set_label, change(fcinfo, set_by_label, &kind_set));
BXML_ENTRY(bxml_set_attribute, change(fcinfo, by_path, &kind_set_attribute));
BXML_ENTRY(bxml_set_attribute_label, change(fcinfo, by_label, &kind_set_attribute_label));
BXML_ENTRY(bxml_rename, change(fcinfo, by_path, &kind_rename));
BXML_ENTRY(bxml_rename_label, change(fcinfo, by_label, &kind_rename));
