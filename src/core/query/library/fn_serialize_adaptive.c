/*
 * fn_serialize_adaptive.c -- serialization by the method adaptive (Serialization 3.1, section 10).
 */
#include "fn_serialize_int.h"

#include "../../print/bx_text.h"

#include "../../xdm/xd_function.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Adaptive
{
	RuRun *run;
	const RuOp *op;
	const RuCx *cx;
	const FnSerial *p;
	BxBuf *out;
} Adaptive;

static BxStatus put_item(Adaptive *a, const XdItem *item);

static BxStatus
put(Adaptive *a, BxStr s)
{
	return bx_buf_append(a->out, s.s, s.n, a->run->err);
}

static BxStatus
puts_(Adaptive *a, const char *s)
{
	return put(a, bx_str(s, strlen(s)));
}

/* In quotes, which are doubled inside. */
static BxStatus
put_quoted(Adaptive *a, BxStr s)
{
	size_t i, from = 0;

	BX_TRY(puts_(a, "\""));
	for (i = 0; i < s.n; i++)
	{
		BX_TRY(bx_long_step(a->run->host, i, s.n));
		if (s.s[i] == '"')
		{
			BX_TRY(put(a, bx_str(s.s + from, i + 1 - from)));
			from = i;
		}
	}
	BX_TRY(put(a, bx_str(s.s + from, s.n - from)));
	return puts_(a, "\"");
}

static BxStatus
put_name(Adaptive *a, const AtName *name)
{
	BX_TRY(puts_(a, "Q{"));
	BX_TRY(put(a, name->uri));
	BX_TRY(puts_(a, "}"));
	return put(a, name->local);
}

/* Doubles always have an exponent. */
static BxStatus
put_double(Adaptive *a, const XdItem *item, BxStr text)
{
	char digits[40];
	const char *e;
	int exponent, n;

	if (!isfinite(item->u.d))
		return put(a, text);
	if (memchr(text.s, 'E', text.n) != NULL)
	{
		for (n = 0; n < (int) text.n && n < (int) sizeof(digits) - 1; n++)
			digits[n] = text.s[n] == 'E' ? 'e' : text.s[n];
		return put(a, bx_str(digits, (size_t) n));
	}
	for (n = 0; n < 17; n++)
	{
		snprintf(digits, sizeof(digits), "%.*e", n, item->u.d);
		if (strtod(digits, NULL) == item->u.d)
			break;
	}
	e = strchr(digits, 'e');
	exponent = (int) strtol(e + 1, NULL, 10);
	BX_TRY(put(a, bx_str(digits, (size_t) (e - digits))));
	snprintf(digits, sizeof(digits), "%se%d", n == 0 ? ".0" : "", exponent);
	return puts_(a, digits);
}

static BxStatus
put_atom(Adaptive *a, const XdItem *item)
{
	AtCall at = ru_at(a->run, a->cx);
	BxStr s;

	if (item->type == AT_BOOLEAN)
		return puts_(a, item->u.i ? "true()" : "false()");
	if (item->type == AT_QNAME)
		return put_name(a, item->u.name);
	BX_TRY(at_text(&at, item, &s));
	if (at_type_derives((AtType) item->type, AT_STRING) || item->type == AT_URI || item->type == AT_UNTYPED)
		return put_quoted(a, s);
	if (item->type == AT_DOUBLE)
		return put_double(a, item, s);
	if (at_primitive(item) == AT_DECIMAL)
		return put(a, s);
	BX_TRY(puts_(a, at_types[at_primitive(item)].qname));
	BX_TRY(puts_(a, "("));
	BX_TRY(put_quoted(a, s));
	return puts_(a, ")");
}

static BxStatus
put_pair(Adaptive *a, BxStr before, BxStr colon, BxStr local, BxStr value)
{
	BX_TRY(put(a, before));
	BX_TRY(put(a, colon));
	BX_TRY(put(a, local));
	BX_TRY(puts_(a, "=\""));
	BX_TRY(bx_text_chars(value.s, value.n, true, a->out, a->run->err));
	return puts_(a, "\"");
}

static BxStatus
put_node(Adaptive *a, const XdItem *node)
{
	XdKind kind = xd_kind(node);
	const BxStr colon = bx_str(":", 1), none = bx_str("", 0);
	AtName name = {{"", 0}, {"", 0}, {"", 0}};
	BxStr value;
	bool has;

	if (kind != XD_ATTRIBUTE && kind != XD_NAMESPACE)
		return fn_serial_node(a->run, a->op, a->cx, a->p, node, a->out);
	BX_TRY(xd_node_name(a->run->forest, node, &name, &has));
	BX_TRY(xd_node_string(a->run->forest, a->cx->arena, node, &value));
	if (kind == XD_NAMESPACE)
		return put_pair(a, bx_str("xmlns", 5), has ? colon : none, has ? name.local : none, value);
	return put_pair(a, name.prefix, name.prefix.n > 0 ? colon : none, name.local, value);
}

/* The value of a member or an entry. */
static BxStatus
put_value(Adaptive *a, const XdSeq *seq)
{
	uint64_t i;

	if (seq->n != 1)
		BX_TRY(puts_(a, "("));
	for (i = 0; i < seq->n; i++)
	{
		XdItem item = xd_seq_at(seq, i);

		if (i > 0)
			BX_TRY(puts_(a, ","));
		BX_TRY(put_item(a, &item));
	}
	return seq->n != 1 ? puts_(a, ")") : BX_OK;
}

static BxStatus
put_array(Adaptive *a, const XdArray *array)
{
	uint64_t i;

	BX_TRY(puts_(a, "["));
	for (i = 0; i < array->n; i++)
	{
		if (i > 0)
			BX_TRY(puts_(a, ","));
		BX_TRY(put_value(a, &array->members[i]));
	}
	return puts_(a, "]");
}

static BxStatus
put_map(Adaptive *a, const XdMap *map)
{
	const XdMapEntry *const *entries;
	uint64_t i;

	BX_TRY(xd_map_list(map, a->run->err, &entries));
	BX_TRY(puts_(a, "map{"));
	for (i = 0; i < map->n; i++)
	{
		if (i > 0)
			BX_TRY(puts_(a, ","));
		BX_TRY(put_item(a, &entries[i]->key));
		BX_TRY(puts_(a, ":"));
		BX_TRY(put_value(a, &entries[i]->value));
	}
	return puts_(a, "}");
}

/* "fn:abs#1" where the prefix is one of the usual ones, else "Q{uri}local#1". */
static BxStatus
put_function(Adaptive *a, const XdFunction *f)
{
	char arity[16];

	if (f->name == NULL)
		BX_TRY(puts_(a, "(anonymous-function)"));
	else if (f->name->prefix.n > 0)
	{
		BX_TRY(put(a, f->name->prefix));
		BX_TRY(puts_(a, ":"));
		BX_TRY(put(a, f->name->local));
	}
	else
		BX_TRY(put_name(a, f->name));
	snprintf(arity, sizeof(arity), "#%u", f->arity);
	return puts_(a, arity);
}

static BxStatus
put_item(Adaptive *a, const XdItem *item)
{
	BX_TRY(bx_step(a->run->host));
	BX_TRY(ru_check_stack(a->run));
	if (at_is_node(item))
		return put_node(a, item);
	if (at_is_atomic(item))
		return put_atom(a, item);
	if (xd_is_array(item))
		return put_array(a, xd_array(item));
	return xd_is_map(item) ? put_map(a, xd_map(item)) : put_function(a, item->u.f);
}

BxStatus
fn_serial_adaptive(RuRun *run, const RuOp *op, const RuCx *cx, const FnSerial *p, BxBuf *out)
{
	Adaptive a = {.run = run, .op = op, .cx = cx, .p = p, .out = out};
	const BxStr separator = p->has_separator ? p->separator : bx_str("\n", 1);
	bool first = true;
	RuEach each;

	ru_each(run, op->args[0], cx, &each);
	for (; ru_more(&each); first = false)
	{
		if (!first)
			BX_TRY(put(&a, separator));
		BX_TRY(put_item(&a, &each.item));
	}
	return each.st;
}
