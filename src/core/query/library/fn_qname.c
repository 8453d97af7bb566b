/*
 * fn_qname.c -- expanded names: made of texts, and their parts (F&O section 10).
 */
#include "fn_int.h"

#include "../../base/bx_utf8.h"

/* A lexical QName cut at its colon; false: it is none. */
static bool
cut_name(BxStr s, AtName *name)
{
	name->prefix = bx_str_prefix(s, &name->local);
	if (name->prefix.n > 0 && !bx_is_ncname(name->prefix.s, name->prefix.n))
		return false;
	return bx_is_ncname(name->local.s, name->local.n);
}

static BxStatus
bad_name(RuRun *run, const RuOp *op, BxStr s)
{
	return ru_fail(run, op, "FOCA0002", "\"%.*s\" is not a name with or without a prefix",
				   (int) (s.n < 100 ? s.n : 100), s.s);
}

static BxStatus
give_name(RuRun *run, const RuCx *cx, const AtName *name, XdItem *item, bool *found)
{
	AtName *copy = ru_alloc(run, cx, sizeof(AtName));

	if (copy == NULL)
		return BX_E_NOMEM;
	*copy = *name;
	*item = (XdItem){.u.name = copy, .type = AT_QNAME, .form = AT_FORM_NAME};
	*found = true;
	return BX_OK;
}

BxStatus
fn_qname(RU_ONE_ARGS)
{
	AtName name;
	BxStr s;

	BX_TRY(ru_arg_str(run, op, 0, cx, &name.uri));
	BX_TRY(ru_arg_str(run, op, 1, cx, &s));
	if (!cut_name(s, &name))
		return bad_name(run, op, s);
	if (name.prefix.n > 0 && name.uri.n == 0)
		return ru_fail(run, op, "FOCA0002", "a name with a prefix needs a namespace");
	return give_name(run, cx, &name, item, found);
}

/* ---- resolve-QName ---- */

/* The namespace of a prefix among those in scope. */
typedef struct PrefixLookup
{
	BxStr prefix;
	BxStr uri;
	bool found;
} PrefixLookup;

static BxStatus
take_namespace(void *ctx, BxStr prefix, BxStr uri)
{
	PrefixLookup *l = ctx;

	if (!bx_str_equal(prefix, l->prefix))
		return BX_OK;
	l->uri = uri;
	l->found = true;
	return BX_OK;
}

BxStatus
fn_prefix_uri(RuRun *run, const XdItem *element, BxStr prefix, BxStr *uri, bool *found)
{
	PrefixLookup lookup = {prefix, bx_str("", 0), false};

	BX_TRY(xd_node_namespaces(run->forest, element, take_namespace, &lookup));
	*uri = lookup.uri;
	*found = lookup.found;
	return BX_OK;
}

BxStatus
fn_resolve_qname(RU_ONE_ARGS)
{
	bool there = false;
	XdItem element;
	AtName name;
	BxStr s;

	BX_TRY(ru_arg(run, op, 0, cx, item, found));
	BX_TRY(ru_arg(run, op, 1, cx, &element, &there));
	if (!*found)
		return BX_OK;
	s = bx_str_trim(at_item_str(item));
	if (!cut_name(s, &name))
		return bad_name(run, op, s);
	BX_TRY(fn_prefix_uri(run, &element, name.prefix, &name.uri, &there));
	if (!there && name.prefix.n > 0)
		return ru_fail(run, op, "FONS0004", "prefix \"%.*s\" is not declared for the element",
					   (int) (name.prefix.n < 100 ? name.prefix.n : 100), name.prefix.s);
	return give_name(run, cx, &name, item, found);
}

/* ---- parts ---- */

typedef enum NamePart
{
	PREFIX,
	LOCAL,
	URI
} NamePart;

static BxStatus
part_of(RuRun *run, const RuOp *op, const RuCx *cx, NamePart part, XdItem *item, bool *found)
{
	const AtName *name;
	XdItem qname;

	RU_TRY_ARG(run, op, 0, cx, &qname, found);
	name = qname.u.name;
	*found = part != PREFIX || name->prefix.n > 0;
	*item = part == PREFIX  ? at_text_item(AT_NCNAME, name->prefix)
			: part == LOCAL ? at_text_item(AT_NCNAME, name->local)
							: at_text_item(AT_URI, name->uri);
	return BX_OK;
}

FN_WITH(fn_prefix_from_qname, part_of, PREFIX)
FN_WITH(fn_local_name_from_qname, part_of, LOCAL)
FN_WITH(fn_namespace_uri_from_qname, part_of, URI)
