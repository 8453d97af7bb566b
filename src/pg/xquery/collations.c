/*
 * collations.c -- collations of the server for queries.
 */
#include "postgres.h"
#include "fmgr.h"
#include "catalog/namespace.h"
#include "catalog/pg_collation.h"
#include "nodes/pg_list.h"
#include "nodes/value.h"
#include "utils/fmgrprotos.h"
#include "utils/varlena.h"

#include "../server/collation.h"
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

/* ---- keys in the order of strings ---- */

#ifdef COLLATION_KEYS_OF_ICU

static bool
has_sort_keys(pg_locale_t locale)
{
	return locale != NULL && locale->provider == COLLPROVIDER_ICU && ucol_getSortKey != NULL;
}

/* The key of a text; its bytes without "to", which has room for n. */
static size_t
locale_key(pg_locale_t locale, BxStr s, uint8 *to, size_t n)
{
	UChar *text;
	int32_t len = icu_to_uchar(&text, s.s, s.n);
	int32_t got = ucol_getSortKey(locale->info.icu.ucol, text, len, to, (int32_t) n);

	pfree(text);
	return (size_t) got;
}

#elif defined(COLLATION_KEYS)

static bool
has_sort_keys(pg_locale_t locale)
{
	return locale != NULL && pg_strxfrm_enabled(locale);
}

static size_t
locale_key(pg_locale_t locale, BxStr s, uint8 *to, size_t n)
{
	return pg_strnxfrm((char *) to, n, s.s, s.n, locale);
}

#else

static bool
has_sort_keys(pg_locale_t locale)
{
	return false;
}

static size_t
locale_key(pg_locale_t locale, BxStr s, uint8 *to, size_t n)
{
	return 0;
}

#endif

/* The order of bytes. */
static BxStatus
byte_key(const AtCollation *c, BxStr s, BxArena *arena, BxStr *out, BxError *err)
{
	(void) c, (void) arena, (void) err;
	*out = s;
	return BX_OK;
}

/* The key of the locale and, where that is not all that counts, a 0 and the bytes. */
static BxStatus
sort_key(const AtCollation *c, BxStr s, BxArena *arena, BxStr *out, BxError *err)
{
	pg_locale_t locale = pg_newlocale_from_collation(((const ServerCollation *) c)->oid);
	BxStr own = to_server(s);
	size_t n, more = locale->deterministic ? own.n + 1 : 0;
	uint8 *to;

	host_charge(own.n * 16);
	n = locale_key(locale, own, NULL, 0);
	to = bx_arena_alloc(arena, n + more + 1);
	if (to != NULL)
	{
		locale_key(locale, own, to, n + 1);
		to[n] = 0;
		if (more > 0)
			memcpy(to + n + 1, own.s, own.n);
		*out = bx_str(to, n + more);
	}
	free_server(own, s);
	return to == NULL ? bx_fail_nomem(err, n + more) : BX_OK;
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
	if (collation_is_c(oid))
		c->c.sort_key = byte_key;
	else if (has_sort_keys(pg_newlocale_from_collation(oid)))
		c->c.sort_key = sort_key;
	*collation = &c->c;
	return BX_OK;
}
