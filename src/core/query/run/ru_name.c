/*
 * ru_name.c -- names and texts that are computed (XQuery 3.1, sections 3.9.3.1 to 3.9.3.7).
 */
#include "../../base/bx_core_int.h"

#include "../../base/bx_long.h"

#include "../../base/bx_utf8.h"
#include "../../xpath/syntax/xp_hint.h"
#include "ru_lenient.h"
#include "ru_name.h"
#include "ru_query.h"

#define URI_XML "http://www.w3.org/XML/1998/namespace"
#define URI_XMLNS "http://www.w3.org/2000/xmlns/"

/* ---- text of atomic values ---- */

typedef struct JoinedText
{
	char *s;
	size_t n, cap;
	bool any; /* there was a value, or a literal part */
} JoinedText;

static BxStatus
append(RuRun *run, const RuCx *cx, JoinedText *t, BxStr s)
{
	if (t->n + s.n > t->cap)
	{
		size_t cap = t->cap * 2 > t->n + s.n ? t->cap * 2 : t->n + s.n + 16;
		char *p = bx_arena_grow(cx->arena, t->s, t->n, cap);

		if (p == NULL)
			return bx_fail_nomem(run->err, cap);
		t->s = p;
		t->cap = cap;
	}
	BX_TRY(bx_long_copy(run->host, t->s + t->n, s.s, s.n));
	t->n += s.n;
	return BX_OK;
}

/* An atomic value as it is written. */
static BxStatus
text_of_atom(RuRun *run, const RuOp *op, const RuCx *cx, const XdItem *item, BxStr *s)
{
	AtCall at = ru_at(run, cx);

	return ru_at_op(run, op,
					ru_is_lenient(run) ? ru_lenient_text(run, cx->arena, item, s) : at_text(&at, item, s));
}

/* The values of one argument, which are atomic, joined with spaces. */
static BxStatus
append_values(RuRun *run, const RuOp *op, const RuCx *cx, JoinedText *t)
{
	bool found, first = true;
	XdItem item;
	RuIter it;
	BxStr s;

	BX_TRY(ru_open(run, op, cx, &it));
	for (;; first = false)
	{
		BX_TRY(ru_next(run, &it, &item, &found));
		if (!found)
			return BX_OK;
		BX_TRY(text_of_atom(run, op, cx, &item, &s));
		if (!first)
			BX_TRY(append(run, cx, t, bx_str(" ", 1)));
		BX_TRY(append(run, cx, t, s));
		t->any = true;
	}
}

BxStatus
ru_text_of(RuRun *run, const RuOp *op, uint32_t from, const RuCx *cx, BxStr *s, bool *any)
{
	JoinedText t = {.any = false};
	uint32_t i;

	if (op->n_args == from + 1 && op->args[from]->class->one != NULL)
	{
		XdItem item;

		BX_TRY(ru_one(run, op->args[from], cx, &item, any));
		*s = bx_str("", 0);
		return *any ? text_of_atom(run, op, cx, &item, s) : BX_OK;
	}
	for (i = from; i < op->n_args; i++)
		BX_TRY(append_values(run, op->args[i], cx, &t));
	*s = bx_str(t.n > 0 ? t.s : "", t.n);
	*any = t.any;
	return BX_OK;
}

/* ---- names ---- */

/* The one atomic value that computes a name: a text or an xs:QName; XPTY0004. */
static BxStatus
name_value(RuRun *run, const RuOp *op, const RuOp *arg, const RuCx *cx, bool optional, XdItem *item,
		   bool *found)
{
	RuIter it;
	XdItem second;
	bool more = false;

	BX_TRY(ru_open(run, arg, cx, &it));
	BX_TRY(ru_next(run, &it, item, found));
	if (*found && it.fleeting)
		BX_TRY(xd_item_keep(cx->arena, item, item, run->err));
	if (*found)
		BX_TRY(ru_next(run, &it, &second, &more));
	if (more || (!*found && !optional))
		return ru_fail(run, op, "XPTY0004", "the name of a node must be one value, not %s",
					   more ? "several" : "none");
	return BX_OK;
}

static bool
is_text(const XdItem *item)
{
	return item->type == AT_UNTYPED || at_type_derives((AtType) item->type, AT_STRING);
}

static BxStatus
bad_name(RuRun *run, const RuOp *op, const char *code, BxStr s)
{
	return ru_fail(run, op, code, "\"%.*s\" is not a name", (int) (s.n < 64 ? s.n : 64), s.s);
}

/* The namespace of a prefix in the query; without a prefix the default namespace of elements, none for attributes. */
static BxStatus
find_namespace(RuRun *run, const RuOp *op, BxStr whole, bool element, AtName *name)
{
	const RuConstructor *c = op->data;
	uint32_t i;

	name->uri = bx_str("", 0);
	if (name->prefix.n == 0 && !element)
		return BX_OK;
	for (i = c->n_prefixes; i-- > 0;)
		if (bx_str_equal(c->prefixes[i].prefix, name->prefix))
		{
			name->uri = c->prefixes[i].uri;
			break;
		}
	if (name->prefix.n > 0 && name->uri.n == 0)
		return ru_fail(run, op, "XQDY0074", "the prefix of \"%.*s\" is not declared",
					   (int) (whole.n < 64 ? whole.n : 64), whole.s);
	return BX_OK;
}

/* "local", "prefix:local", "Q{uri}local"; in the mode of paths "{uri}local", too */
static BxStatus
parse_name(RuRun *run, const RuOp *op, BxStr s, bool element, AtName *name)
{
	BxStr whole = s = bx_str_trim(s);
	size_t open = bx_str_starts(s, "Q{") ? 2 : ru_is_lenient(run) && bx_str_starts(s, "{") ? 1 : 0;
	const char *end;

	if (open > 0)
	{
		end = memchr(s.s, '}', s.n);
		if (end == NULL || memchr(s.s + open, '{', (size_t) (end - s.s) - open) != NULL)
			return bad_name(run, op, "XQDY0074", whole);
		name->prefix = bx_str("", 0);
		name->uri = bx_str_trim(bx_str(s.s + open, (size_t) (end - s.s) - open));
		name->local = bx_str(end + 1, s.n - (size_t) (end + 1 - s.s));
		return bx_is_ncname(name->local.s, name->local.n) ? BX_OK : bad_name(run, op, "XQDY0074", whole);
	}
	end = s.n > 0 ? memchr(s.s, ':', s.n) : NULL;
	name->prefix = bx_str(s.s, end != NULL ? (size_t) (end - s.s) : 0);
	name->local = end != NULL ? bx_str(end + 1, s.n - name->prefix.n - 1) : s;
	if (!bx_is_ncname(name->local.s, name->local.n) ||
		(end != NULL && !bx_is_ncname(name->prefix.s, name->prefix.n)))
		return bad_name(run, op, "XQDY0074", whole);
	return find_namespace(run, op, whole, element, name);
}

static BxStatus
forbidden(RuRun *run, const RuOp *op, const char *code, const AtName *name)
{
	return ru_fail(run, op, code, "no node can be named \"%.*s%s%.*s\" in this namespace",
				   (int) (name->prefix.n < 64 ? name->prefix.n : 64), name->prefix.s,
				   name->prefix.n > 0 ? ":" : "", (int) (name->local.n < 64 ? name->local.n : 64),
				   name->local.s);
}

/* xmlns, and xml for anything but its own namespace. */
BxStatus
ru_finish_name(RuRun *run, const RuOp *op, AtName *name, bool element)
{
	bool xml = bx_str_is(name->uri, URI_XML);

	if (xml && name->prefix.n == 0)
		name->prefix = bx_str("xml", 3);
	if (bx_str_is(name->prefix, "xmlns") || bx_str_is(name->uri, URI_XMLNS) ||
		(name->prefix.n > 0 && bx_str_is(name->prefix, "xml") != xml) ||
		(!element && name->uri.n == 0 && bx_str_is(name->local, "xmlns")))
		return forbidden(run, op, element ? "XQDY0096" : "XQDY0044", name);
	return BX_OK;
}

BxStatus
ru_node_name(RuRun *run, const RuOp *op, const RuOp *arg, const RuCx *cx, bool element, AtName *name)
{
	XdItem item;
	bool found;

	BX_TRY(name_value(run, op, arg, cx, false, &item, &found));
	if (item.type == AT_QNAME)
		*name = *item.u.name;
	else if (is_text(&item))
		BX_TRY(parse_name(run, op, at_item_str(&item), element, name));
	else
		return ru_fail(run, op, "XPTY0004", "the name of a node must be a string or an xs:QName");
	return ru_finish_name(run, op, name, element);
}

BxStatus
ru_given_name(RuRun *run, const RuOp *op, uint32_t from, const RuCx *cx, bool element, AtName *name)
{
	char buf[XP_SHOWN_MAX];
	BxStatus st;
	bool any;
	BxStr s;

	BX_TRY(ru_text_of(run, op, from, cx, &s, &any));
	st = bx_str_trim(s).n == s.n ? parse_name(run, op, s, element, name) : BX_E_XPTYPE;
	if (st != BX_E_XPTYPE)
		return st;
	if (name->prefix.n > 0 && bx_is_ncname(name->prefix.s, name->prefix.n) &&
		bx_is_ncname(name->local.s, name->local.n))
		return xp_undeclared(run->err, -1, "", name->prefix.s, name->prefix.n);
	return bx_fail(run->err, BX_E_XPATH, -1, "invalid name: \"%s\"", xp_shown(s.s, s.n, buf));
}

BxStatus
ru_check_target(RuRun *run, const RuOp *op, BxStr target)
{
	if (target.n == 3 && (target.s[0] | 32) == 'x' && (target.s[1] | 32) == 'm' && (target.s[2] | 32) == 'l')
		return ru_fail(run, op, "XQDY0064", "the target of a processing instruction cannot be \"xml\"");
	return BX_OK;
}

BxStatus
ru_pi_target(RuRun *run, const RuOp *op, const RuOp *arg, const RuCx *cx, BxStr *target)
{
	XdItem item;
	bool found;

	BX_TRY(name_value(run, op, arg, cx, false, &item, &found));
	if (!is_text(&item))
		return ru_fail(run, op, "XPTY0004", "the target of a processing instruction must be a string");
	*target = bx_str_trim(at_item_str(&item));
	if (!bx_is_ncname(target->s, target->n))
		return bad_name(run, op, "XQDY0041", *target);
	return ru_check_target(run, op, *target);
}

BxStatus
ru_namespace_prefix(RuRun *run, const RuOp *op, const RuOp *arg, const RuCx *cx, BxStr *prefix)
{
	XdItem item;
	bool found;

	BX_TRY(name_value(run, op, arg, cx, true, &item, &found));
	*prefix = bx_str("", 0);
	if (!found)
		return BX_OK;
	if (!is_text(&item))
		return ru_fail(run, op, "XPTY0004", "the prefix of a namespace node must be a string");
	*prefix = bx_str_trim(at_item_str(&item));
	return prefix->n == 0 || bx_is_ncname(prefix->s, prefix->n) ? BX_OK
																: bad_name(run, op, "XQDY0074", *prefix);
}

/* ---- what comments and processing instructions may hold ---- */

/* Does one byte stand right before the other somewhere? */
static bool
has_pair(BxStr s, char first, char second)
{
	size_t i;

	for (i = 1; i < s.n; i++)
		if (s.s[i - 1] == first && s.s[i] == second)
			return true;
	return false;
}

BxStatus
ru_check_comment(RuRun *run, const RuOp *op, BxStr s)
{
	BX_TRY(bx_charge(run->host, s.n));
	if (has_pair(s, '-', '-') || (s.n > 0 && s.s[s.n - 1] == '-'))
		return ru_fail(run, op, "XQDY0072", "a comment cannot contain \"--\" or end with \"-\"");
	return BX_OK;
}

BxStatus
ru_check_pi(RuRun *run, const RuOp *op, BxStr s)
{
	BX_TRY(bx_charge(run->host, s.n));
	if (has_pair(s, '?', '>'))
		return ru_fail(run, op, "XQDY0026", "a processing instruction cannot contain \"?>\"");
	return BX_OK;
}

/* ---- what lasts ---- */

BxStatus
ru_keep_text(RuRun *run, BxArena *arena, BxStr in, BxStr *out)
{
	char *p = bx_arena_strndup(arena, in.n > 0 ? in.s : "", in.n);

	if (p == NULL)
		return bx_fail_nomem(run->err, in.n);
	*out = bx_str(p, in.n);
	return BX_OK;
}

BxStatus
ru_keep_name(RuRun *run, BxArena *arena, const AtName *in, AtName *out)
{
	BX_TRY(ru_keep_text(run, arena, in->prefix, &out->prefix));
	BX_TRY(ru_keep_text(run, arena, in->uri, &out->uri));
	return ru_keep_text(run, arena, in->local, &out->local);
}
