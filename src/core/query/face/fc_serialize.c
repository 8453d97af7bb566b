/*
 * fc_serialize.c -- the result of a query as text, by the serialization parameters that its prolog declares.
 *
 * The declarations become the element output:serialization-parameters, and the query an argument of fn:serialize, so
 * that there is one reader of parameters.
 */
#include "fc_query_int.h"

#include "../library/fn_table.h"
#include "../static/qs_build.h"
#include "../syntax/q_ast.h"

#define PARAMETERS "serialization-parameters"

static bool
is_parameter(const QOption *option)
{
	return bx_str_is(option->name.uri, Q_URI_OUTPUT) && !bx_str_is(option->name.local, "parameter-document");
}

static BxStatus
write_parameter(BxWriter *w, uint32_t pair, BxStr local, BxStr value)
{
	uint32_t none, name, attribute;

	BX_TRY(bx_writer_pair(w, bx_str("", 0), bx_str("", 0), &none));
	BX_TRY(bx_writer_name(w, pair, local, &name));
	BX_TRY(bx_writer_name(w, none, bx_str("value", 5), &attribute));
	BX_TRY(bx_writer_start_element(w, name));
	BX_TRY(bx_writer_attribute(w, attribute, value.s, value.n));
	return bx_writer_end_element(w);
}

static BxStatus
write_namespace(BxWriter *w, BxStr prefix, BxStr uri)
{
	uint32_t pair;

	BX_TRY(bx_writer_pair(w, prefix, uri, &pair));
	return bx_writer_namespace(w, pair);
}

/* The namespaces of the prolog, which names of elements in parameters have. */
static BxStatus
write_namespaces(BxWriter *w, const QModule *module)
{
	if (module->element_namespace.n > 0)
		BX_TRY(write_namespace(w, bx_str("", 0), module->element_namespace));
	for (uint32_t i = 0; i < module->n_namespaces; i++)
	{
		const QNamespace *ns = &module->namespaces[i];
		bool last = true;

		for (uint32_t k = i + 1; k < module->n_namespaces; k++)
			last &= !bx_str_equal(ns->prefix, module->namespaces[k].prefix);
		if (last && ns->uri.n > 0 && ns->prefix.n > 0 && !bx_str_is(ns->prefix, "xml") &&
			!bx_str_is(ns->prefix, "output"))
			BX_TRY(write_namespace(w, ns->prefix, ns->uri));
	}
	return BX_OK;
}

/* The value that the prolog declares of a parameter; NULL: none. */
static const BxStr *
declared_value(const QModule *module, const char *local)
{
	for (uint32_t i = 0; i < module->n_options; i++)
		if (is_parameter(&module->options[i]) && bx_str_is(module->options[i].name.local, local))
			return &module->options[i].value;
	return NULL;
}

/* The element.  Who declares "standalone" wants the XML declaration that it stands in. */
static BxStatus
write_parameters(BxWriter *w, const QModule *module, uint8_t **data, size_t *len)
{
	const BxStr *standalone = declared_value(module, "standalone");
	uint32_t pair, name;

	BX_TRY(bx_writer_pair(w, bx_str("output", 6), bx_str(Q_URI_OUTPUT, strlen(Q_URI_OUTPUT)), &pair));
	BX_TRY(bx_writer_name(w, pair, bx_str(PARAMETERS, strlen(PARAMETERS)), &name));
	BX_TRY(bx_writer_start_element(w, name));
	BX_TRY(bx_writer_namespace(w, pair));
	BX_TRY(write_namespaces(w, module));
	for (uint32_t i = 0; i < module->n_options; i++)
		if (is_parameter(&module->options[i]))
			BX_TRY(write_parameter(w, pair, module->options[i].name.local, module->options[i].value));
	if (standalone != NULL && !bx_str_is(*standalone, "omit") &&
		declared_value(module, "omit-xml-declaration") == NULL)
		BX_TRY(write_parameter(w, pair, bx_str("omit-xml-declaration", 20), bx_str("no", 2)));
	BX_TRY(bx_writer_end_element(w));
	return bx_writer_finish(w, data, len);
}

/* As an item; *any is false when the prolog declares none. */
static BxStatus
parameters(RuRun *run, const QModule *module, XdItem *item, bool *any)
{
	BxWriterOptions options = {.limits = BX_LIMITS_DEFAULT};
	BxWriter *w;
	uint8_t *data, *copy;
	size_t len;
	BxStatus st;

	*any = false;
	for (uint32_t i = 0; i < module->n_options; i++)
		*any |= is_parameter(&module->options[i]);
	if (!*any)
		return BX_OK;
	w = bx_writer_new(run->host, &options, run->err);
	if (w == NULL)
		return run->err->status;
	st = write_parameters(w, module, &data, &len);
	bx_writer_free(w);
	if (st != BX_OK)
		return st;
	copy = bx_arena_alloc(run->arena, len);
	if (copy != NULL)
		memcpy(copy, data, len);
	run->host->release(run->host->ctx, data);
	if (copy == NULL)
		return bx_fail_nomem(run->err, len);
	return xd_tree_open_node(run->forest, copy, len, bx_str("", 0), item);
}

BxStatus
fc_call(FcRun *r, const char *name, const RuOp *call, const RuCx *cx, XdItem *item, bool *found)
{
	bool other;
	const FnRow *row =
		fn_find(bx_str(Q_URI_FN, strlen(Q_URI_FN)), bx_str(name, strlen(name)), call->n_args, &other);

	return row->class.one(&r->run, call, cx, item, found);
}

BxStatus
fc_serialize(FcRun *r, BxStr *text)
{
	RuRun *run = &r->run;
	RuOp declared = {.class = &qs_constant_class};
	RuOp *args[2] = {run->query->body, &declared};
	RuOp call = {.args = args, .n_args = 1};
	XdItem item;
	bool any;

	BX_TRY(parameters(run, run->query->modules->source, &declared.value, &any));
	call.n_args += any;
	BX_TRY(fc_call(r, "serialize", &call, &r->cx, &item, &any));
	*text = at_item_str(&item);
	return BX_OK;
}
