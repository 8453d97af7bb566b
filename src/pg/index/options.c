/*
 * options.c -- the options of our operator classes: what an index has keys of.
 *
 * Options are checked when the index is created.
 */
#include "postgres.h"
#include "access/reloptions.h"
#include "fmgr.h"
#include "utils/memutils.h"

#include "../query/path_scope.h"
#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "options.h"

BXML_FUNCTION(bxml_path_ops_options);
BXML_FUNCTION(bxml_value_ops_options);

/* As the server keeps them with the index. */
typedef struct ClassOptions
{
	int32 vl_len_;
	int types; /* offset of a text, 0: all */
	int paths; /* the same */
	int max_value;
} ClassOptions;

/* What a support function keeps of them. */
typedef struct KeptOptions
{
	BxIndexOptions options;
	BxIndexScope scope;
} KeptOptions;

/* ---- types ---- */

/* The kinds of values that one word of the option is the name of; 0 if it is none. */
static uint32
word_kinds(const char *word, size_t n)
{
	uint32 kinds = 0;

	for (unsigned kind = 0; kind < AT_INDEX_KINDS; kind++)
	{
		const char *name = bx_index_kinds[kind].name;

		if (name != NULL && strlen(name) == n && pg_strncasecmp(name, word, n) == 0)
			kinds |= BX_INDEX_BIT(kind);
	}
	return kinds;
}

/* The kinds that a list, separated by commas, names; 0 and *bad where a word is none. */
static uint32
list_kinds(const char *list, const char **bad)
{
	uint32 kinds = 0;
	const char *p = list;

	for (;;)
	{
		size_t n;
		uint32 some;

		p += strspn(p, " ,");
		n = strcspn(p, " ,");
		if (n == 0)
			return kinds;
		some = word_kinds(p, n);
		if (some == 0)
		{
			*bad = pnstrdup(p, n);
			return 0;
		}
		kinds |= some;
		p += n;
	}
}

static void
check_types(const char *value)
{
	const char *bad = NULL;

	if (value == NULL || list_kinds(value, &bad) != 0)
		return;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 bad != NULL ? errmsg("unrecognized type in option \"types\": \"%s\"", bad)
						 : errmsg("option \"types\" names no type"),
			 errhint("Write some of number, string, date, dateTime and duration, separated by commas.")));
}

/* ---- paths ---- */

/* The scope of paths, "/a/b | //c", in memory of the arena. */
static void
read_paths(const char *paths, BxArena *arena, BxIndexScope *scope)
{
	size_t n;
	const char *utf8 = encoding_to_utf8(paths, strlen(paths), &n);
	XpBlock *block;
	BxError err;
	BxStatus st;

	bx_error_clear(&err);
	st = xp_compile(utf8, n, 0, arena, &block, &err);
	if (st == BX_OK)
		st = path_scope_of(block, arena, scope, &err);
	if (st != BX_OK)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid value for option \"paths\": \"%s\"", paths),
				 errdetail("%s", error_text(&err)), errhint("Write paths such as \"/a/b | //c/@d\".")));
}

static void
check_paths(const char *value)
{
	BxIndexScope scope;
	BxArena arena;
	PgHost host;

	if (value == NULL)
		return;
	bx_arena_init(&arena, host_here(&host));
	read_paths(value, &arena, &scope);
	bx_arena_reset(&arena);
}

/* ---- the options ---- */

static void
add_common(local_relopts *options)
{
	init_local_reloptions(options, sizeof(ClassOptions));
	add_local_string_reloption(options, "types",
							   "types of values that the index has: number, string, date, dateTime, duration",
							   NULL, check_types, NULL, offsetof(ClassOptions, types));
	add_local_string_reloption(options, "paths", "paths to the nodes that the index has, with all below them",
							   NULL, check_paths, NULL, offsetof(ClassOptions, paths));
}

Datum
bxml_path_ops_options(PG_FUNCTION_ARGS)
{
	add_common((local_relopts *) PG_GETARG_POINTER(0));
	PG_RETURN_VOID();
}

Datum
bxml_value_ops_options(PG_FUNCTION_ARGS)
{
	local_relopts *options = (local_relopts *) PG_GETARG_POINTER(0);

	add_common(options);
	add_local_int_reloption(options, "max_value", "bytes of a string that a key has", BX_INDEX_VALUE_DEFAULT,
							BX_INDEX_VALUE_MIN, BX_INDEX_VALUE_MAX, offsetof(ClassOptions, max_value));
	PG_RETURN_VOID();
}

static void
fill_options(const ClassOptions *from, MemoryContext cxt, KeptOptions *to)
{
	const char *bad;
	BxArena *arena;
	PgHost *host;

	if (from->types != 0)
		to->options.kinds =
			BX_INDEX_BIT(AT_INDEX_COMPLEX) | list_kinds(GET_STRING_RELOPTION(from, types), &bad);
	if (!to->options.is_short)
		to->options.max_value = (uint32) from->max_value;
	if (from->paths == 0)
		return;
	host = MemoryContextAllocZero(cxt, sizeof(PgHost));
	arena = MemoryContextAllocZero(cxt, sizeof(BxArena));
	host_init(host, cxt);
	bx_arena_init_small(arena, &host->host);
	read_paths(GET_STRING_RELOPTION(from, paths), arena, &to->scope);
	to->options.scope = &to->scope;
}

static const BxIndexOptions *
options_read(const void *raw, bool is_short, MemoryContext cxt)
{
	KeptOptions *kept = MemoryContextAllocZero(cxt, sizeof(KeptOptions));

	kept->options = bx_index_options(is_short);
	if (raw != NULL)
		fill_options(raw, cxt, kept);
	return &kept->options;
}

/* ---- options for the planner ---- */

/* Options of several indexes, by their bytes. */
#define KEPT 16

typedef struct KeptEntry
{
	MemoryContext cxt; /* NULL: free */
	const bytea *raw;
	bool is_short;
	const BxIndexOptions *options;
	uint64 used; /* when it was used last */
} KeptEntry;

static KeptEntry entries[KEPT];
static uint64 uses;

/* The entry of the options; one that is free, or was not used for the longest time, for others. */
static KeptEntry *
find_entry(const bytea *raw, bool is_short)
{
	KeptEntry *oldest = &entries[0];

	for (int i = 0; i < KEPT; i++)
	{
		KeptEntry *entry = &entries[i];

		if (entry->cxt != NULL && entry->is_short == is_short && VARSIZE(entry->raw) == VARSIZE(raw) &&
			memcmp(entry->raw, raw, VARSIZE(raw)) == 0)
			return entry;
		if (entry->used < oldest->used)
			oldest = entry;
	}
	if (oldest->cxt != NULL)
		MemoryContextDelete(oldest->cxt);
	memset(oldest, 0, sizeof(*oldest));
	return oldest;
}

static void
fill_entry(KeptEntry *entry, const bytea *raw, bool is_short)
{
	MemoryContext cxt =
		AllocSetContextCreate(CurrentMemoryContext, "bxml index options", ALLOCSET_SMALL_SIZES);
	bytea *copy = MemoryContextAlloc(cxt, VARSIZE(raw));

	memcpy(copy, raw, VARSIZE(raw));
	entry->options = options_read(copy, is_short, cxt);
	entry->raw = copy;
	entry->is_short = is_short;
	MemoryContextSetParent(cxt, CacheMemoryContext);
	entry->cxt = cxt;
}

const BxIndexOptions *
options_kept(const bytea *raw, bool is_short)
{
	static BxIndexOptions defaults[2];
	KeptEntry *entry;

	if (raw == NULL)
	{
		defaults[is_short] = bx_index_options(is_short);
		return &defaults[is_short];
	}
	entry = find_entry(raw, is_short);
	if (entry->cxt == NULL)
		fill_entry(entry, raw, is_short);
	entry->used = ++uses;
	return entry->options;
}

const BxIndexOptions *
options_of(FunctionCallInfo fcinfo, bool is_short)
{
	FmgrInfo *site = fcinfo->flinfo;

	if (site->fn_extra == NULL)
		site->fn_extra = (void *) options_read(PG_HAS_OPCLASS_OPTIONS() ? PG_GET_OPCLASS_OPTIONS() : NULL,
											   is_short, site->fn_mcxt);
	return site->fn_extra;
}
