/*
 * fc_item.c -- parts of items of a result as SQL wants them: typed values, members by their names, JSON.
 */
#include "fc_query_int.h"

#include "../library/fn_item.h"
#include "../run/ru_function.h"
#include "../static/qs_build.h"

int16_t
fc_zone(const FcRun *run)
{
	return run->run.at.zone;
}

static AtCall
call_of(FcRun *r)
{
	AtCall at = r->run.at;

	at.arena = fc_arena(r);
	return at;
}

BxStatus
fc_atom(FcRun *r, const XdItem *item, XdItem *atom)
{
	XdSeqBuilder atoms = xd_seq_builder(fc_arena(r));

	if (at_is_node(item))
		return xd_node_data(r->run.forest, fc_arena(r), item, atom);
	if (at_is_atomic(item))
	{
		*atom = *item;
		return BX_OK;
	}
	BX_TRY(ru_atomize_into(&r->run, NULL, item, &atoms));
	if (atoms.n != 1)
		return ru_fail(&r->run, NULL, "FOTY0012", "an array of %llu atomic values is not one value",
					   (unsigned long long) atoms.n);
	*atom = atoms.items[0];
	return BX_OK;
}

BxStatus
fc_cast(FcRun *r, const XdItem *item, AtType type, XdItem *out)
{
	AtCall at = call_of(r);
	XdItem atom;

	BX_TRY(fc_atom(r, item, &atom));
	return at_cast(&at, &atom, type, out);
}

BxStatus
fc_keep(FcRun *r, const XdItem *item, XdItem *kept)
{
	return xd_item_keep(r->given != NULL ? r->given : r->run.arena, item, kept, r->run.err);
}

/* ---- members ---- */

static BxStatus
named_nodes(FcRun *r, const XdItem *element, uint32_t path, BxStr wanted, XdSeqBuilder *found)
{
	RuRun *run = &r->run;
	XdCursor *cursor;
	XdItem node;
	AtName name;
	bool more, has;

	BX_TRY(xd_cursor_open(run->forest, &r->tuple->arena, path, element, &cursor));
	for (;;)
	{
		BX_TRY(xd_cursor_next(cursor, &node, &more));
		if (!more)
			return BX_OK;
		BX_TRY(bx_step(run->host));
		if (xd_kind(&node) != XD_ELEMENT && xd_kind(&node) != XD_ATTRIBUTE)
			continue;
		BX_TRY(xd_node_name(run->forest, &node, &name, &has));
		if (has && name.uri.n == 0 && bx_str_equal(name.local, wanted))
			BX_TRY(xd_seq_add(found, &node, run->err));
	}
}

BxStatus
fc_field(FcRun *r, const XdItem *item, BxStr name, XdSeq *value)
{
	XdSeqBuilder found = xd_seq_builder(&r->tuple->arena);
	AtCall at = call_of(r);
	XdItem key = at_string_item(name);
	const XdMapEntry *entry;

	if (xd_is_map(item))
	{
		BX_TRY(xd_map_find(&at, xd_map(item), &key, &entry));
		*value = entry != NULL ? entry->value : xd_seq_empty();
		return BX_OK;
	}
	if (!at_is_node(item) || (xd_kind(item) != XD_ELEMENT && xd_kind(item) != XD_DOCUMENT))
		return ru_fail(&r->run, NULL, "XPTY0004", "an item of type %s has no columns", fc_type_name(item));
	BX_TRY(named_nodes(r, item, XD_PATH_ATTRIBUTES, name, &found));
	if (found.n == 0)
		BX_TRY(named_nodes(r, item, XD_PATH_CHILDREN, name, &found));
	*value = xd_seq_built(&found);
	return BX_OK;
}

bool
fc_members(const XdItem *item, const XdSeq **members, uint64_t *n)
{
	if (!xd_is_array(item))
		return false;
	*members = xd_array(item)->members;
	*n = xd_array(item)->n;
	return true;
}

/* ---- JSON ---- */

/* Call a function of the library on items. */
static BxStatus
call_library(FcRun *r, const char *name, const XdItem *items, uint32_t n, XdItem *item, bool *found)
{
	const RuCx cx = {.arena = &r->tuple->arena};
	RuOp ops[2] = {{.class = &qs_constant_class}, {.class = &qs_constant_class}};
	RuOp *args[2] = {&ops[0], &ops[1]};
	RuOp call = {.args = args, .n_args = n};

	for (uint32_t i = 0; i < n; i++)
		ops[i].value = items[i];
	return fc_call(r, name, &call, &cx, item, found);
}

BxStatus
fc_json_read(FcRun *r, BxStr text, XdSeq *value)
{
	return fn_json_value(&r->run, r->given != NULL ? r->given : r->run.arena, text, value);
}

BxStatus
fc_json_text(FcRun *r, const XdItem *item, BxStr *text)
{
	const XdItem key = at_string_item(bx_str("method", 6)), json = at_string_item(bx_str("json", 4));
	const XdSeq value = xd_seq_one(&json);
	AtCall at = call_of(r);
	XdItem args[2] = {*item}, out;
	XdMap *options;
	bool found;

	BX_TRY(xd_map_new(&r->tuple->arena, r->run.err, &options));
	BX_TRY(xd_map_add(&at, options, &key, &value));
	args[1] = xd_function_item(&options->f);
	BX_TRY(call_library(r, "serialize", args, 2, &out, &found));
	*text = at_item_str(&out);
	return BX_OK;
}
