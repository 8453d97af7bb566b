/*
 * fn_serialize_json.c -- serialization by the method json (Serialization 3.1, section 9).
 */
#include "fn_serialize_int.h"

#include "../../base/bx_hash.h"
#include "../../base/bx_utf8.h"
#include "../../xdm/xd_function.h"

#include <math.h>
#include <stdio.h>

typedef struct Json
{
	RuRun *run;
	const RuOp *op;
	const RuCx *cx;
	const FnSerial *p;
	FnSerial nodes; /* parameters of nodes */
	BxBuf *out;
} Json;

static BxStatus put_sequence(Json *j, const XdSeq *seq, uint32_t level);

static BxStatus
put(Json *j, BxStr s)
{
	return bx_buf_append(j->out, s.s, s.n, j->run->err);
}

static BxStatus
puts_(Json *j, const char *s)
{
	return put(j, bx_str(s, strlen(s)));
}

/* ---- strings ---- */

static const BxCharMap *
mapped(const BxSerialOptions *opt, uint32_t cp)
{
	uint32_t i;

	for (i = 0; i < opt->n_map; i++)
		if (opt->map[i].cp == cp)
			return &opt->map[i];
	return NULL;
}

/* "\u00E9", beyond 16 bits as a pair. */
static BxStatus
put_escape(Json *j, uint32_t cp)
{
	char text[16];

	if (cp > 0xFFFF)
		snprintf(text, sizeof(text), "\\u%04X\\u%04X", 0xD800 + ((cp - 0x10000) >> 10),
				 0xDC00 + (cp & 0x3FF));
	else
		snprintf(text, sizeof(text), "\\u%04X", cp);
	return puts_(j, text);
}

static BxStatus
put_char(Json *j, uint32_t cp, BxStr bytes)
{
	static const char from[] = "\"\\/\b\f\n\r\t", to[] = "\"\\/bfnrt";
	const BxCharMap *map = mapped(&j->p->opt, cp);
	const char *at = cp < 0x80 && cp > 0 ? strchr(from, (int) cp) : NULL;
	char escape[3] = "\\";

	if (map != NULL)
		return put(j, map->text);
	if (at != NULL)
	{
		escape[1] = to[at - from];
		return puts_(j, escape);
	}
	if (cp < 0x20 || (cp >= 0x7F && cp <= 0x9F) || (j->p->opt.max_char > 0 && cp > j->p->opt.max_char))
		return put_escape(j, cp);
	return put(j, bytes);
}

static BxStatus
put_string(Json *j, BxStr s)
{
	const uint8_t *p = (const uint8_t *) s.s, *end = p + s.n;

	BX_TRY(puts_(j, "\""));
	while (p < end)
	{
		const uint8_t *from = p;
		int32_t cp = bx_utf8_next(&p, end);

		if (cp < 0)
			break;
		BX_TRY(bx_charge(j->run->host, (uint64_t) (p - from)));
		BX_TRY(put_char(j, (uint32_t) cp, bx_str(from, (size_t) (p - from))));
	}
	return puts_(j, "\"");
}

/* ---- items ---- */

static BxStatus
put_break(Json *j, uint32_t level)
{
	if (!j->p->opt.indent)
		return BX_OK;
	BX_TRY(puts_(j, "\n"));
	for (; level > 0; level--)
		BX_TRY(puts_(j, "  "));
	return BX_OK;
}

/* Before member or entry i of an array or a map. */
static BxStatus
put_between(Json *j, uint64_t i, uint32_t level)
{
	if (i > 0)
		BX_TRY(puts_(j, ","));
	return put_break(j, level + 1);
}

static BxStatus
put_array(Json *j, const XdArray *array, uint32_t level)
{
	uint64_t i;

	BX_TRY(puts_(j, "["));
	for (i = 0; i < array->n; i++)
	{
		BX_TRY(put_between(j, i, level));
		BX_TRY(put_sequence(j, &array->members[i], level + 1));
	}
	if (array->n > 0)
		BX_TRY(put_break(j, level));
	return puts_(j, "]");
}

static BxStatus
put_key(Json *j, const XdItem *key, BxStrMap *seen)
{
	AtCall at = ru_at(j->run, j->cx);
	uint32_t number;
	bool added;
	BxStr text;

	BX_TRY(at_text(&at, key, &text));
	BX_TRY(bx_strmap_add(seen, text.s, text.n, &number, &added, j->run->err));
	if (!added && !j->p->allow_duplicates)
		return ru_fail(j->run, j->op, "SERE0022", "a map has two keys whose text is \"%.*s\"",
					   (int) (text.n < 64 ? text.n : 64), text.s);
	BX_TRY(put_string(j, text));
	return puts_(j, j->p->opt.indent ? ": " : ":");
}

static BxStatus
put_map(Json *j, const XdMap *map, uint32_t level)
{
	const XdMapEntry *const *entries;
	BxStrMap seen;
	uint64_t i;

	bx_strmap_init(&seen, j->run->host, j->cx->arena);
	BX_TRY(xd_map_list(map, j->run->err, &entries));
	BX_TRY(puts_(j, "{"));
	for (i = 0; i < map->n; i++)
	{
		BX_TRY(put_between(j, i, level));
		BX_TRY(put_key(j, &entries[i]->key, &seen));
		BX_TRY(put_sequence(j, &entries[i]->value, level + 1));
	}
	if (map->n > 0)
		BX_TRY(put_break(j, level));
	return puts_(j, "}");
}

static BxStatus
put_atom(Json *j, const XdItem *item)
{
	AtCall at = ru_at(j->run, j->cx);
	double d;
	BxStr s;

	BX_TRY(at_text(&at, item, &s));
	if (item->type == AT_BOOLEAN)
		return put(j, s);
	if (!at_is_numeric(item))
		return put_string(j, s);
	d = at_number_double(item);
	if (item->form == AT_FORM_DOUBLE && !isfinite(d))
		return ru_fail(j->run, j->op, "SERE0020", "JSON cannot have the number %.*s", (int) s.n, s.s);
	return put(j, s);
}

static BxStatus
put_node(Json *j, const XdItem *node)
{
	BxStatus st;
	BxBuf text;

	bx_buf_init(&text, j->run->host);
	st = fn_serial_node(j->run, j->op, j->cx, &j->nodes, node, &text);
	if (st == BX_OK)
		st = put_string(j, bx_str(text.data, text.len));
	bx_buf_free(&text);
	return st;
}

static BxStatus
put_item(Json *j, const XdItem *item, uint32_t level)
{
	BX_TRY(bx_step(j->run->host));
	BX_TRY(ru_check_stack(j->run));
	if (at_is_node(item))
		return put_node(j, item);
	if (at_is_atomic(item))
		return put_atom(j, item);
	if (xd_is_array(item))
		return put_array(j, xd_array(item), level);
	if (xd_is_map(item))
		return put_map(j, xd_map(item), level);
	return ru_fail(j->run, j->op, "SERE0021", "JSON cannot have a function");
}

/* Nothing is null. */
static BxStatus
put_sequence(Json *j, const XdSeq *seq, uint32_t level)
{
	XdItem item;

	if (seq->n == 0)
		return puts_(j, "null");
	if (seq->n > 1)
		return ru_fail(j->run, j->op, "SERE0023", "JSON cannot have a sequence of several items");
	item = xd_seq_at(seq, 0);
	return put_item(j, &item, level);
}

BxStatus
fn_serial_json(RuRun *run, const RuOp *op, const RuCx *cx, const FnSerial *p, BxBuf *out)
{
	Json j = {.run = run, .op = op, .cx = cx, .p = p, .nodes = *p, .out = out};
	XdSeq seq;

	j.nodes.opt.method = p->nodes;
	j.nodes.opt.n_map = 0; /* the string that a node becomes is mapped */
	BX_TRY(ru_arg_seq(run, op, 0, cx, &seq));
	return put_sequence(&j, &seq, 0);
}
