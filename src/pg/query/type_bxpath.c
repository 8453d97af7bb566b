/*
 * type_bxpath.c -- the type bxpath: a compiled path, as jsonpath is for jsonb.
 *
 * The datum is a header and an XpBlock, compiled by the input function.  Output is the source text, which is part of
 * the block.  The result depends on the text alone, so paths are constants in plans, views and indexes.  A block of
 * an unknown version is compiled again from its text when it is used.
 */
#include "postgres.h"
#include "fmgr.h"
#include "mb/pg_wchar.h"

#include "../../core/query/face/fc_path.h"
#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/utf8.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "path.h"
#include "../value/wire.h"

BXML_FUNCTION(bxpath_in);
BXML_FUNCTION(bxpath_out);
BXML_FUNCTION(bxpath_recv);
BXML_FUNCTION(bxpath_send);
BXML_FUNCTION(bxpath_from_text);

struct varlena *
path_datum(const XpBlock *block)
{
	struct varlena *datum = (struct varlena *) palloc(VARHDRSZ + block->total);

	memcpy(VARDATA(datum), block, block->total);
	SET_VARSIZE(datum, VARHDRSZ + block->total);
	return datum;
}

/* ---- blocks that are known to be good ---- */

#define GOOD_BLOCKS 8
#define GOOD_BYTES_MAX 2048

/*
 * Copies of blocks that were compiled here, or checked: planning a condition reads its path several times, and the
 * check takes about as long as what is done with it.  Found by all bytes.
 */
typedef struct GoodBlock
{
	size_t n;
	uint8_t bytes[GOOD_BYTES_MAX];
} GoodBlock;

static GoodBlock good_blocks[GOOD_BLOCKS];

static bool
is_good(const XpBlock *block, size_t n)
{
	for (int i = 0; i < GOOD_BLOCKS; i++)
		if (good_blocks[i].n == n && memcmp(good_blocks[i].bytes, block, n) == 0)
			return true;
	return false;
}

static void
keep_good(const XpBlock *block, size_t n)
{
	static int next;
	GoodBlock *good = &good_blocks[next];

	if (n > GOOD_BYTES_MAX)
		return;
	good->n = n;
	memcpy(good->bytes, block, n);
	next = (next + 1) % GOOD_BLOCKS;
}

/* ---- text to a block and back ---- */

struct varlena *
path_make(const char *utf8, size_t n, struct Node *context)
{
	const FcQuery *query;
	PgHost host;
	BxArena arena;
	BxError err;
	XpBlock *block;
	struct varlena *datum;

	bx_error_clear(&err);
	bx_arena_init(&arena, host_here(&host));
	if (xp_compile(utf8, n, 0, &arena, &block, &err) != BX_OK ||
		fc_path_compile(block, &host.host, &arena, &query, &err) != BX_OK)
	{
		error_save(&err, context);
		return NULL;
	}
	datum = path_datum(block);
	keep_good(block, block->total);
	bx_arena_reset(&arena);
	return datum;
}

/* The same of n bytes in the encoding of the server. */
static struct varlena *
compile(const char *s, size_t n, struct Node *context)
{
	size_t len;
	const char *utf8 = encoding_to_utf8(s, n, &len);

	return path_make(utf8, len, context);
}

static void
damaged(const char *what)
{
	BxError err;

	bx_error_clear(&err);
	bx_fail(&err, BX_E_CORRUPT, -1, "bxpath value is damaged: %s", what);
	error_raise(&err);
}

/*
 * The source text of the block, UTF-8, borrowed; raises XX001 if it cannot be found.  In all versions the pool is the
 * last part of a block, and starts with the source.
 */
static const char *
source_of(const uint8_t *bytes, size_t n, size_t *len)
{
	const XpBlock *block = (const XpBlock *) bytes;

	if (n < sizeof(XpBlock) || block->total != n || block->pool_len > n - sizeof(XpBlock) ||
		block->source_len > block->pool_len)
		damaged("lengths do not add up");
	*len = block->source_len;
	if (pg_encoding_verifymbstr(PG_UTF8, (const char *) bytes + n - block->pool_len, (int) *len) !=
		(int) *len)
		damaged("source text is not valid UTF-8");
	return (const char *) bytes + n - block->pool_len;
}

const XpBlock *
path_block(const uint8_t *bytes, size_t n, BxArena *arena)
{
	const XpBlock *block = (const XpBlock *) bytes;
	const char *source;
	XpBlock *fresh;
	BxError err;
	size_t len;

	if (n >= sizeof(XpBlock) && block->version == XP_VERSION)
	{
		if (is_good(block, n))
			return block;
		if (!xp_block_check(block, n))
			damaged("compiled form is inconsistent");
		keep_good(block, n);
		return block;
	}
	source = source_of(bytes, n, &len);
	bx_error_clear(&err);
	error_check(xp_compile(source, len, 0, arena, &fresh, &err), &err);
	return fresh;
}

const XpBlock *
path_of(Datum path, BxArena *arena)
{
	struct varlena *p = PG_DETOAST_DATUM(path);

	return path_block((const uint8_t *) VARDATA(p), VARSIZE(p) - VARHDRSZ, arena);
}

/* The source text after `front` bytes, in the encoding of the server and zero-terminated. */
static char *
source_text(Datum path, size_t front, size_t *len)
{
	struct varlena *p = PG_DETOAST_DATUM(path);
	const char *s = source_of((const uint8_t *) VARDATA(p), VARSIZE(p) - VARHDRSZ, len);

	return (char *) utf8_converted(s, *len, front, len);
}

Datum
bxpath_in(PG_FUNCTION_ARGS)
{
	const char *s = PG_GETARG_CSTRING(0);
	struct varlena *path = compile(s, strlen(s), soft_context(fcinfo));

	if (path == NULL)
		PG_RETURN_NULL();
	PG_RETURN_POINTER(path);
}

Datum
bxpath_out(PG_FUNCTION_ARGS)
{
	size_t len;

	PG_RETURN_CSTRING(source_text(PG_GETARG_DATUM(0), 0, &len));
}

/* The source text in the encoding of the client, with or without the version byte. */
Datum
bxpath_recv(PG_FUNCTION_ARGS)
{
	int len;
	char *s = wire_get_text((StringInfo) PG_GETARG_POINTER(0), "bxpath", &len);

	PG_RETURN_POINTER(compile(s, len, NULL));
}

Datum
bxpath_send(PG_FUNCTION_ARGS)
{
	size_t len;
	char *s = source_text(PG_GETARG_DATUM(0), 0, &len);

	PG_RETURN_BYTEA_P(wire_text(s, len));
}

Datum
bxpath_from_text(PG_FUNCTION_ARGS)
{
	struct varlena *t = PG_GETARG_TEXT_PP(0);

	PG_RETURN_POINTER(compile(VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t), NULL));
}
