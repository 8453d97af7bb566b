/*
 * xd_type.c -- sequence types: which items match, and how types are written.
 */
#include "../base/bx_core_int.h"

#include "xd_type.h"

#include "../base/bx_buf.h"
#include "xd_function_type.h"

#define KIND(kind) (1u << (kind))

/* ---- matching ---- */

/*
 * Without schemas an element is of type xs:untyped, an attribute of type xs:untypedAtomic; other names of types are
 * those of types that these come from, or of some that they do not.
 */
static bool
type_name_matches(const XdSeqType *type, const XdItem *item)
{
	BxStr name = type->type_name;

	if (name.n == 0 || bx_str_is(name, "anyType"))
		return true;
	if (xd_kind(item) == XD_ELEMENT)
		return bx_str_is(name, "untyped");
	return bx_str_is(name, "untypedAtomic") || bx_str_is(name, "anyAtomicType") ||
		   bx_str_is(name, "anySimpleType");
}

BxStatus
xd_type_matches(XdForest *forest, const XdSeqType *type, const XdItem *item, bool *matches)
{
	switch ((XdTypeKind) type->kind)
	{
		case XD_T_ITEM: *matches = true; break;
		case XD_T_EMPTY: *matches = false; break;
		case XD_T_ATOMIC:
			*matches = at_is_atomic(item) && (type->atomic == AT_ANY_ATOMIC ||
											  at_type_derives((AtType) item->type, (AtType) type->atomic));
			break;
		case XD_T_NUMERIC: *matches = at_is_numeric(item); break;
		case XD_T_NODE:
			*matches = at_is_node(item) && type_name_matches(type, item);
			return *matches ? xd_node_passes(forest, item, &type->test, matches) : BX_OK;
		case XD_T_FUNCTION:
		case XD_T_MAP:
		case XD_T_ARRAY: return xd_function_matches(forest, type, item, matches);
	}
	return BX_OK;
}

static const char *const kind_names[XD_KINDS] = {
	[XD_DOCUMENT] = "document-node()",   [XD_ELEMENT] = "element()",
	[XD_ATTRIBUTE] = "attribute()",      [XD_TEXT] = "text()",
	[XD_COMMENT] = "comment()",          [XD_PI] = "processing-instruction()",
	[XD_NAMESPACE] = "namespace-node()",
};

const char *
xd_item_type_name(const XdItem *item)
{
	if (at_is_node(item))
		return kind_names[xd_kind(item)];
	if (at_is_atomic(item))
		return at_types[item->type].qname;
	return xd_is_map(item) ? "map(*)" : xd_is_array(item) ? "array(*)" : "function(*)";
}

/* ---- writing ---- */

static BxStatus
put(BxBuf *out, const char *s, BxError *err)
{
	return bx_buf_append(out, s, strlen(s), err);
}

static BxStatus
put_str(BxBuf *out, BxStr s, BxError *err)
{
	return bx_buf_append(out, s.s, s.n, err);
}

/* A name with its namespace, as a test that no declaration of prefixes can change. */
static BxStatus
put_test_name(const XdTest *test, BxBuf *out, BxError *err)
{
	if (test->any_local && test->any_uri)
		return put(out, "*", err);
	if (test->any_uri)
		BX_TRY(put(out, "*:", err));
	else if (test->uri.n > 0 || test->any_local)
	{
		BX_TRY(put(out, "Q{", err));
		BX_TRY(put_str(out, test->uri, err));
		BX_TRY(put(out, "}", err));
	}
	return test->any_local ? put(out, "*", err) : put_str(out, test->local, err);
}

/* What is between the parentheses of element() and attribute(). */
static BxStatus
put_name_and_type(const XdTest *test, BxStr type, BxBuf *out, BxError *err)
{
	if (type.n == 0 && test->any_local && test->any_uri)
		return BX_OK;
	BX_TRY(put_test_name(test, out, err));
	if (type.n == 0)
		return BX_OK;
	BX_TRY(put(out, ", xs:", err));
	return put_str(out, type, err);
}

static BxStatus
put_node_type(const XdTest *test, BxStr type, BxBuf *out, BxError *err)
{
	const char *name;
	unsigned k;

	if ((test->kinds & (test->kinds - 1)) != 0 || test->kinds == 0)
		return put(out, "node()", err);
	for (k = 0; test->kinds != KIND(k); k++)
		;
	name = kind_names[k];
	BX_TRY(bx_buf_append(out, name, strlen(name) - 1, err));
	if (k == XD_ELEMENT || k == XD_ATTRIBUTE)
		BX_TRY(put_name_and_type(test, type, out, err));
	else if (k == XD_PI && !test->any_local)
		BX_TRY(put_str(out, test->local, err));
	else if (k == XD_DOCUMENT && test->content != NULL)
		BX_TRY(put_node_type(test->content, type, out, err));
	return put(out, ")", err);
}

/* "function(xs:integer, item()*) as xs:string", "map(xs:string, item())", "array(item())" */
static BxStatus
put_function_type(const XdSeqType *type, BxBuf *out, BxError *err)
{
	bool function = type->kind == XD_T_FUNCTION;
	uint32_t i;

	BX_TRY(put(out, function ? "function(" : type->kind == XD_T_MAP ? "map(" : "array(", err));
	if (type->any_arguments)
		return put(out, "*)", err);
	for (i = 0; i < type->n_args; i++)
	{
		if (i > 0)
			BX_TRY(put(out, ", ", err));
		BX_TRY(xd_type_print(&type->args[i], out, err));
	}
	if (function)
		BX_TRY(put(out, ") as ", err));
	else if (type->n_args > 0)
		BX_TRY(put(out, ", ", err));
	if (type->result != NULL)
		BX_TRY(xd_type_print(type->result, out, err));
	else
		BX_TRY(put(out, "item()*", err));
	return function ? BX_OK : put(out, ")", err);
}

BxStatus
xd_type_print(const XdSeqType *type, BxBuf *out, BxError *err)
{
	static const char *const signs[] = {
		[XD_ONE] = "", [XD_OPTIONAL] = "?", [XD_REPEATED] = "+", [XD_ANY_NUMBER] = "*"};
	/* "function() as xs:string*" says how often the string comes */
	bool apart = type->kind == XD_T_FUNCTION && !type->any_arguments && type->occurrence != XD_ONE;

	if (apart)
		BX_TRY(put(out, "(", err));
	switch ((XdTypeKind) type->kind)
	{
		case XD_T_ITEM: BX_TRY(put(out, "item()", err)); break;
		case XD_T_EMPTY: return put(out, "empty-sequence()", err);
		case XD_T_ATOMIC: BX_TRY(put(out, at_types[type->atomic].qname, err)); break;
		case XD_T_NUMERIC: BX_TRY(put(out, "xs:numeric", err)); break;
		case XD_T_NODE: BX_TRY(put_node_type(&type->test, type->type_name, out, err)); break;
		default: BX_TRY(put_function_type(type, out, err)); break;
	}
	if (apart)
		BX_TRY(put(out, ")", err));
	return put(out, signs[type->occurrence & XD_ANY_NUMBER], err);
}
