/*
 * xd_function_type.c -- types of functions, maps and arrays: which items match, and which types are within others.
 */
#include "../base/bx_core_int.h"

#include "xd_function.h"

#include "xd_function_type.h"

static const XdSeqType any_items = {.kind = XD_T_ITEM, .occurrence = XD_ANY_NUMBER};
static const XdSeqType any_atom = {.kind = XD_T_ATOMIC, .atomic = AT_ANY_ATOMIC};
static const XdSeqType any_integer = {.kind = XD_T_ATOMIC, .atomic = AT_INTEGER};

static bool type_within(const XdSeqType *a, const XdSeqType *b);

static const XdSeqType *
or_any(const XdSeqType *type)
{
	return type != NULL ? type : &any_items;
}

/* ---- subtypes (XQuery 3.1, section 2.5.6) ---- */

/* Does every name that passes the one test pass the other? */
static bool
test_within(const XdTest *a, const XdTest *b)
{
	if ((a->kinds & ~b->kinds) != 0)
		return false;
	if (!b->any_uri && (a->any_uri || !bx_str_equal(a->uri, b->uri)))
		return false;
	if (!b->any_local && (a->any_local || !bx_str_equal(a->local, b->local)))
		return false;
	return b->content == NULL || (a->content != NULL && test_within(a->content, b->content));
}

/* function(A, ...) as R, of which maps and arrays are special ones. */
static bool
function_within(const XdSeqType *a, const XdSeqType *b)
{
	uint32_t i;

	if (b->any_arguments)
		return true;
	if (a->any_arguments || a->n_args != b->n_args)
		return false;
	for (i = 0; i < a->n_args; i++)
		if (!type_within(&b->args[i], &a->args[i]))
			return false;
	return type_within(or_any(a->result), or_any(b->result));
}

/* A map or array type within a function type: its own signature is. */
static bool
container_within_function(const XdSeqType *a, const XdSeqType *b)
{
	XdSeqType result = a->any_arguments ? any_items : *or_any(a->result);

	if (b->any_arguments)
		return true;
	if (b->n_args != 1 || !type_within(&b->args[0], a->kind == XD_T_MAP ? &any_atom : &any_integer))
		return false;
	if (a->kind == XD_T_MAP)
		result.occurrence |= XD_OPTIONAL; /* of a key that is not there */
	return type_within(&result, or_any(b->result));
}

static bool
item_within(const XdSeqType *a, const XdSeqType *b)
{
	if (b->kind == XD_T_ITEM)
		return true;
	if (a->kind == XD_T_ATOMIC && b->kind == XD_T_NUMERIC)
		return at_types[a->atomic].family == AT_F_NUMBER;
	if (a->kind == XD_T_NUMERIC && b->kind == XD_T_ATOMIC)
		return b->atomic == AT_ANY_ATOMIC || b->atomic == AT_ANY_SIMPLE;
	if ((a->kind == XD_T_MAP || a->kind == XD_T_ARRAY) && b->kind == XD_T_FUNCTION)
		return container_within_function(a, b);
	if (a->kind != b->kind)
		return false;
	switch ((XdTypeKind) a->kind)
	{
		case XD_T_ATOMIC:
			return b->atomic == AT_ANY_ATOMIC || at_type_derives((AtType) a->atomic, (AtType) b->atomic);
		case XD_T_NODE:
			return test_within(&a->test, &b->test) &&
				   (b->type_name.n == 0 || bx_str_equal(a->type_name, b->type_name));
		case XD_T_FUNCTION: return function_within(a, b);
		case XD_T_MAP:
			return b->any_arguments || (!a->any_arguments && type_within(&a->args[0], &b->args[0]) &&
										type_within(or_any(a->result), or_any(b->result)));
		case XD_T_ARRAY:
			return b->any_arguments ||
				   (!a->any_arguments && type_within(or_any(a->result), or_any(b->result)));
		default: return true;
	}
}

static bool
type_within(const XdSeqType *a, const XdSeqType *b)
{
	if (a->kind == XD_T_EMPTY)
		return b->kind == XD_T_EMPTY || (b->occurrence & XD_OPTIONAL);
	if (b->kind == XD_T_EMPTY || (a->occurrence & ~b->occurrence) != 0)
		return false;
	return item_within(a, b);
}

/* ---- matching ---- */

static BxStatus
seq_matches(XdForest *forest, const XdSeqType *type, const XdSeq *seq, bool *matches)
{
	uint64_t i;

	if (type->kind == XD_T_EMPTY)
		*matches = seq->n == 0;
	else
		*matches = (seq->n > 0 || (type->occurrence & XD_OPTIONAL)) &&
				   (seq->n <= 1 || (type->occurrence & XD_REPEATED));
	for (i = 0; *matches && i < seq->n; i++)
	{
		XdItem item = xd_seq_at(seq, i);

		BX_TRY(xd_type_matches(forest, type, &item, matches));
	}
	return BX_OK;
}

/* Are the keys and values of these types? */
static BxStatus
map_matches(XdForest *forest, const XdMap *map, const XdSeqType *key, const XdSeqType *value, bool *matches)
{
	const XdMapEntry *const *list;
	uint64_t i;

	*matches = true;
	BX_TRY(xd_map_list(map, NULL, &list));
	for (i = 0; i < map->n && *matches; i++)
	{
		BX_TRY(bx_step(map->arena->host));
		BX_TRY(xd_type_matches(forest, key, &list[i]->key, matches));
		if (*matches)
			BX_TRY(seq_matches(forest, or_any(value), &list[i]->value, matches));
	}
	return BX_OK;
}

static BxStatus
array_matches(XdForest *forest, const XdArray *array, const XdSeqType *member, bool *matches)
{
	uint64_t i;

	*matches = true;
	for (i = 0; i < array->n && *matches; i++)
	{
		BX_TRY(bx_step(array->arena->host));
		BX_TRY(seq_matches(forest, or_any(member), &array->members[i], matches));
	}
	return BX_OK;
}

static bool
code_matches(const XdFunction *f, const XdSeqType *type)
{
	uint32_t i;

	if (f->arity != type->n_args)
		return false;
	for (i = 0; i < f->arity; i++)
		if (!type_within(&type->args[i], f->params != NULL ? &f->params[i] : &any_items))
			return false;
	return type_within(or_any(f->result), or_any(type->result));
}

BxStatus
xd_function_matches(XdForest *forest, const XdSeqType *type, const XdItem *item, bool *matches)
{
	const XdFunction *f = item->u.f;
	uint8_t kind = item->type != AT_FUNCTION ? UINT8_MAX : f->kind;

	*matches = type->kind == XD_T_FUNCTION ? kind != UINT8_MAX
			   : type->kind == XD_T_MAP    ? kind == XD_MAP
										   : kind == XD_ARRAY;
	if (!*matches || type->any_arguments)
		return BX_OK;
	if (type->kind == XD_T_MAP)
		return map_matches(forest, xd_map(item), &type->args[0], type->result, matches);
	if (type->kind == XD_T_ARRAY)
		return array_matches(forest, xd_array(item), type->result, matches);
	if (kind == XD_CODE)
	{
		*matches = code_matches(f, type);
		return BX_OK;
	}
	*matches = type->n_args == 1 && type_within(&type->args[0], kind == XD_MAP ? &any_atom : &any_integer) &&
			   (kind != XD_MAP || (or_any(type->result)->occurrence & XD_OPTIONAL));
	if (!*matches)
		return BX_OK;
	return kind == XD_MAP ? map_matches(forest, xd_map(item), &any_atom, type->result, matches)
						  : array_matches(forest, xd_array(item), type->result, matches);
}
