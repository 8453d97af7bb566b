/*
 * collations.c -- collations of the server for queries.
 */
#include "postgres.h"
#include "fmgr.h"
#include "catalog/namespace.h"
#include "nodes/pg_list.h"
#include "nodes/value.h"
#include "utils/fmgrprotos.h"
#include "utils/varlena.h"

#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/host.h"
#include "../server/utf8.h"
#include "collations.h"

#define UCA_LANGUAGE "http://www.w3.org/2013/collation/UCA?lang="

typedef struct ServerCollation
{
	AtCollation c; /* first */
	Oid oid;
} ServerCollation;

/* UTF-8 in the encoding of the server. */
static BxStr
to_server(BxStr s)
{
	size_t n;

	if (encoding_is_utf8())
		return s;
	s.s = (const char *) utf8_converted(s.s, s.n, 0, &n);
	return bx_str(s.s, n);
}

static void
free_server(BxStr made, BxStr s)
{
	if (made.s != s.s)
		pfree((void *) made.s);
}

static BxStatus
compare(const AtCollation *c, BxStr a, BxStr b, int *order, BxError *err)
{
	BxStr x = to_server(a), y = to_server(b);
	int got;

	(void) err;
	host_charge((x.n + y.n) * 16);
	got = varstr_cmp(x.s, (int) x.n, y.s, (int) y.n, ((const ServerCollation *) c)->oid);
	*order = (got > 0) - (got < 0);
	free_server(x, a);
	free_server(y, b);
	return BX_OK;
}

/* The hash that the server has for the collation: strings that compare equal have one. */
static BxStatus
key(const AtCollation *c, BxStr s, BxArena *arena, BxStr *out, BxError *err)
{
	struct varlena *text = utf8_text(s.s, s.n);
	uint64 *hash = bx_arena_alloc(arena, sizeof(uint64));

	if (hash == NULL)
		return bx_fail_nomem(err, sizeof(uint64));
	host_charge(s.n * 16);
	*hash = DatumGetUInt64(DirectFunctionCall2Coll(hashtextextended, ((const ServerCollation *) c)->oid,
												   PointerGetDatum(text), Int64GetDatum(0)));
	pfree(text);
	*out = bx_str(hash, sizeof(*hash));
	return BX_OK;
}

/* ---- by URI ---- */

/* The name of the collation that a URI is about, in the encoding of the server; false: there is none. */
static bool
name_of(BxStr uri, char *name, size_t size)
{
	BxStr own = to_server(uri);
	int n;

	if (bx_str_starts(own, UCA_LANGUAGE))
		n = snprintf(name, size, "%.*s-x-icu", (int) (own.n - strlen(UCA_LANGUAGE)),
					 own.s + strlen(UCA_LANGUAGE));
	else
		n = snprintf(name, size, "%.*s", (int) own.n, own.s);
	free_server(own, uri);
	return n >= 0 && (size_t) n < size;
}

BxStatus
collation_find(BxStr uri, BxArena *arena, const AtCollation **collation, BxError *err)
{
	ServerCollation *c;
	char name[NAMEDATALEN];
	Oid oid;

	*collation = NULL;
	if (!name_of(uri, name, sizeof(name)))
		return BX_OK;
	oid = get_collation_oid(list_make1(makeString(name)), true);
	if (!OidIsValid(oid))
		return BX_OK;
	c = bx_arena_alloc(arena, sizeof(ServerCollation));
	if (c == NULL)
		return bx_fail_nomem(err, sizeof(ServerCollation));
	*c = (ServerCollation){.c = {.uri = uri, .compare = compare, .key = key}, .oid = oid};
	*collation = &c->c;
	return BX_OK;
}
