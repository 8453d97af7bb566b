/*
 * bx_infer.c -- documents, one after the other: which children, attributes and values elements have.
 *
 * For each element that ends, its children are entered into what is known of its name: how many, and which come before
 * which.
 */
#include "inf_int.h"

#include "../base/bx_array.h"
#include "../base/bx_utf8.h"
#include "../read/bx_reader.h"
#include "../store/bx_window.h"
#include "../value/bx_value.h"

#define XSI "http://www.w3.org/2001/XMLSchema-instance"

typedef struct InfPass
{
	BxInfer *infer;
	BxError *err;
	BxTable table;
	BxReader *reader;
	uint32_t *symbols;  /* of the table's names; INF_NONE before they are looked up */
	uint32_t *bindings; /* pairs of declarations in scope, the innermost last */
	uint32_t n_bindings;
	uint32_t cap_bindings;
	char digits[BX_VALUE_TEXT_MAX];
} InfPass;

/* ---- names ---- */

static BxStatus
symbol_of(InfPass *p, uint32_t name, uint32_t *symbol)
{
	const BxNameInfo *info = &p->table.names[name];
	uint32_t ns;

	*symbol = p->symbols[name];
	if (*symbol != INF_NONE)
		return BX_OK;
	BX_TRY(bx_infer_uri(p->infer, bx_pair_uri(&p->table.pairs[info->pair]), &ns, p->err));
	BX_TRY(bx_infer_symbol(p->infer, ns, bx_str(info->local, info->len), symbol, p->err));
	p->symbols[name] = *symbol;
	return BX_OK;
}

/* ---- children ---- */

/* One more child of the innermost open element. */
static BxStatus
add_kid(InfPass *p, uint32_t symbol)
{
	BxInfer *infer = p->infer;
	InfFrame *frame = &infer->frames[infer->n_frames - 1];
	uint32_t kid, i;

	BX_TRY(bx_infer_kid(infer, frame->element, symbol, &kid, p->err));
	for (i = frame->first; i < infer->n_seen && infer->seen[i].kid != kid; i++)
		BX_TRY(bx_charge(infer->host, 8));
	if (i < infer->n_seen)
	{
		infer->seen[i].count++;
		infer->elements[frame->element].unordered |= frame->last != kid;
		frame->last = kid;
		return BX_OK;
	}
	frame->last = kid;
	BX_ROOM(infer->host, p->err, infer->seen, infer->n_seen, infer->cap_seen);
	infer->seen[infer->n_seen++] = (InfSeen){kid, 1};
	return BX_OK;
}

/* Which of the children come before which. */
static BxStatus
add_order(InfPass *p, InfElement *e, const InfSeen *seen, uint32_t n)
{
	BxInfer *infer = p->infer;
	uint32_t i, k;

	if (e->n_kids < 2 || e->unordered)
		return BX_OK;
	if (e->n_kids > INF_ORDERED)
	{
		e->unordered = true;
		return BX_OK;
	}
	BX_TRY(bx_infer_order(infer, e, p->err));
	for (i = 0; i < n; i++)
		for (k = 0; k < i; k++)
			inf_put_before(e->order, infer->kids[seen[k].kid].index, infer->kids[seen[i].kid].index);
	return bx_charge(infer->host, (uint64_t) n * n);
}

static BxStatus
end_kids(InfPass *p, InfElement *e, const InfFrame *frame)
{
	BxInfer *infer = p->infer;
	uint32_t i;

	for (i = frame->first; i < infer->n_seen; i++)
	{
		InfKid *kid = &infer->kids[infer->seen[i].kid];
		uint64_t count = infer->seen[i].count;

		kid->least = kid->elements == 0 || count < kid->least ? count : kid->least;
		kid->most = count > kid->most ? count : kid->most;
		kid->elements++;
	}
	return add_order(p, e, infer->seen + frame->first, infer->n_seen - frame->first);
}

/* ---- attributes ---- */

static BxStatus
payload_text(InfPass *p, const BxEvent *ev, BxStr *text)
{
	const uint8_t *payload;
	uint32_t n = ev->len;

	BX_TRY(bx_reader_payload(p->reader, ev, &payload));
	text->s = ev->heap ? (const char *) payload : bx_value_text(payload, ev->len, p->digits, &n);
	text->n = n;
	return text->s != NULL ? BX_OK
						   : bx_fail(p->err, BX_E_CORRUPT, ev->off, "bxml value is damaged: bad typed value");
}

/* The namespace of a prefix, empty for none; false if it is not declared. */
static bool
find_prefix(const InfPass *p, BxStr prefix, BxStr *uri)
{
	uint32_t i = p->n_bindings;

	*uri = bx_str("", 0);
	if (bx_str_is(prefix, "xml"))
		*uri = bx_str(BX_XML_NS, strlen(BX_XML_NS));
	while (i-- > 0)
	{
		const BxPair *pair = &p->table.pairs[p->bindings[i]];

		if (!bx_str_equal(bx_pair_prefix(pair), prefix))
			continue;
		*uri = bx_pair_uri(pair);
		break;
	}
	return prefix.n == 0 || uri->n > 0;
}

static BxStatus
declare(InfPass *p, uint32_t pair)
{
	uint32_t cap = p->cap_bindings * 2 + 8;
	uint32_t *more;

	if (p->n_bindings == p->cap_bindings)
	{
		more = bx_arena_grow(&p->infer->scratch, p->bindings, p->n_bindings * sizeof(*more),
							 cap * sizeof(*more));
		if (more == NULL)
			return bx_fail_nomem(p->err, cap * sizeof(*more));
		p->bindings = more;
		p->cap_bindings = cap;
	}
	p->bindings[p->n_bindings++] = pair;
	return BX_OK;
}

/*
 * The element is of a type of its own.  Nothing is said of that but that it exists: the element may have any type, and
 * what is in it is judged by its own declarations.
 */
static BxStatus
take_type(InfPass *p, const InfFrame *frame, BxStr name)
{
	BxStr local, prefix = bx_str_prefix(name, &local), uri;
	uint32_t ns, symbol;

	if (!bx_is_ncname(local.s, local.n) || !find_prefix(p, prefix, &uri))
	{
		bx_fail(p->err, BX_E_UNSUPPORTED, -1, "no schema accepts xsi:type with \"%.*s\"",
				(int) (name.n < 80 ? name.n : 80), name.s);
		return bx_hint(p->err, BX_E_UNSUPPORTED, "It must be a name whose prefix is declared.");
	}
	BX_TRY(bx_charge(p->infer->host, 8 * (uint64_t) p->n_bindings));
	BX_TRY(bx_infer_uri(p->infer, uri, &ns, p->err));
	BX_TRY(bx_infer_symbol(p->infer, ns, local, &symbol, p->err));
	p->infer->elements[frame->element].typed = true;
	return bx_infer_name_type(p->infer, symbol, p->err);
}

/* An attribute of the namespace of instances. */
static BxStatus
take_xsi(InfPass *p, InfFrame *frame, BxStr local, BxStr text)
{
	BxStr word = bx_str_trim(text);

	if (bx_str_is(local, "type"))
		return take_type(p, frame, word);
	if (bx_str_is(local, "schemaLocation") || bx_str_is(local, "noNamespaceSchemaLocation"))
		return BX_OK;
	if (!bx_str_is(local, "nil"))
		return bx_fail(p->err, BX_E_UNSUPPORTED, -1, "no schema can declare the attribute xsi:%.*s",
					   (int) (local.n < 80 ? local.n : 80), local.s);
	p->infer->elements[frame->element].nillable = true;
	frame->nil = bx_str_is(word, "true") || bx_str_is(word, "1");
	if (!frame->nil && !bx_str_is(word, "false") && !bx_str_is(word, "0"))
		return bx_fail(p->err, BX_E_UNSUPPORTED, -1,
					   "no schema accepts xsi:nil with a value that is no boolean");
	return BX_OK;
}

/* White space around the value of an attribute is not one that every validator takes off. */
static BxStatus
attribute_value(InfPass *p, InfAttribute *a, BxStr text)
{
	if (bx_str_trim(text).n != text.n)
		a->values.types = 0;
	return bx_infer_value(p->infer, &a->values, text, p->err);
}

static BxStatus
take_attribute(InfPass *p, const BxEvent *ev)
{
	BxInfer *infer = p->infer;
	InfFrame *frame = &infer->frames[infer->n_frames - 1];
	uint32_t symbol, attribute, global;
	BxStr text;

	BX_TRY(symbol_of(p, p->table.shapes[ev->shape].name, &symbol));
	BX_TRY(payload_text(p, ev, &text));
	if (bx_str_is(infer->uris.strings[infer->symbols[symbol].ns], XSI))
		return take_xsi(p, frame, infer->symbols[symbol].local, text);
	BX_TRY(bx_infer_attribute(infer, frame->element, symbol, &attribute, p->err));
	infer->attributes[attribute].count++;
	if (infer->symbols[symbol].ns == infer->xml)
		return BX_OK;
	if (infer->symbols[symbol].ns == 0)
		return attribute_value(p, &infer->attributes[attribute], text);
	BX_TRY(bx_infer_attribute(infer, INF_NONE, symbol, &global, p->err));
	return attribute_value(p, &infer->attributes[global], text);
}

/* ---- elements ---- */

static BxStatus
start_element(InfPass *p, const BxEvent *ev)
{
	BxInfer *infer = p->infer;
	uint32_t symbol, element;

	BX_TRY(symbol_of(p, p->table.shapes[ev->shape].name, &symbol));
	if (infer->n_frames > 0)
		BX_TRY(add_kid(p, symbol));
	BX_TRY(bx_infer_element(infer, symbol, &element, p->err));
	BX_ROOM(infer->host, p->err, infer->frames, infer->n_frames, infer->cap_frames);
	infer->frames[infer->n_frames++] = (InfFrame){.element = element,
												  .first = infer->n_seen,
												  .last = INF_NONE,
												  .content = infer->content.len,
												  .bindings = p->n_bindings};
	infer->elements[element].count++;
	return BX_OK;
}

/* Text is kept as long as the element may be one with a simple value. */
static BxStatus
take_text(InfPass *p, const BxEvent *ev)
{
	BxInfer *infer = p->infer;
	InfFrame *frame;
	BxStr text;

	BX_TRY(payload_text(p, ev, &text));
	BX_TRY(bx_charge(infer->host, text.n));
	if (infer->n_frames == 0)
		return bx_is_all_space(text.s, text.n)
				   ? BX_OK
				   : bx_fail(p->err, BX_E_NOT_DOCUMENT, -1,
							 "the value is not a document: it has text beside its root");
	frame = &infer->frames[infer->n_frames - 1];
	frame->space = true;
	frame->text = frame->text || !bx_is_all_space(text.s, text.n);
	if (infer->elements[frame->element].n_kids > 0)
		return BX_OK;
	return bx_buf_append(&infer->content, text.s, text.n, p->err);
}

static BxStatus
end_element(InfPass *p)
{
	BxInfer *infer = p->infer;
	InfFrame *frame = &infer->frames[infer->n_frames - 1];
	InfElement *e = &infer->elements[frame->element];
	BxStr text =
		bx_str((const char *) infer->content.data + frame->content, infer->content.len - frame->content);
	bool kids = infer->n_seen > frame->first;

	if (!frame->nil)
	{
		e->filled++;
		e->parents += kids;
		e->text = e->text || frame->text || (frame->space && !kids);
		e->mixed = e->mixed || frame->text;
		BX_TRY(end_kids(p, e, frame));
		if (e->n_kids == 0)
			BX_TRY(bx_infer_value(infer, &e->values, text, p->err));
	}
	p->n_bindings = frame->bindings;
	infer->content.len = frame->content;
	infer->n_seen = frame->first;
	infer->n_frames--;
	return BX_OK;
}

static BxStatus
take_event(InfPass *p, const BxEvent *ev, uint32_t *roots)
{
	switch (ev->kind)
	{
		case BX_EV_ELEMENT:
		case BX_EV_LEAF:
			if (p->infer->n_frames == 0 && ++*roots > 1)
				return BX_OK;
			BX_TRY(start_element(p, ev));
			if (ev->kind == BX_EV_ELEMENT)
				return BX_OK;
			if (ev->len > 0)
				BX_TRY(take_text(p, ev));
			return end_element(p);
		case BX_EV_END: return end_element(p);
		case BX_EV_NAMESPACE: return declare(p, p->table.shapes[ev->shape].name);
		case BX_EV_ATTRIBUTE: return take_attribute(p, ev);
		case BX_EV_TEXT: return take_text(p, ev);
		default: return BX_OK;
	}
}

static BxStatus
walk(InfPass *p)
{
	uint32_t roots = 0;
	BxEvent ev;

	for (;;)
	{
		BX_TRY(bx_reader_next(p->reader, &ev));
		if (ev.kind == BX_EV_DONE || roots > 1)
			break;
		BX_TRY(bx_step(p->infer->host));
		BX_TRY(take_event(p, &ev, &roots));
	}
	if (roots == 1)
		return BX_OK;
	return bx_fail(p->err, BX_E_NOT_DOCUMENT, -1, "the value is not a document: it has %s",
				   roots == 0 ? "no root element" : "several root elements");
}

static BxStatus
read_document(InfPass *p, BxReadAll *pass)
{
	BxInfer *infer = p->infer;
	size_t n;

	BX_TRY(bx_read_all_table(pass, &p->table, &infer->scratch));
	n = (p->table.n_names + (size_t) 1) * sizeof(uint32_t);
	p->symbols = bx_arena_alloc(&infer->scratch, n);
	if (p->symbols == NULL)
		return bx_fail_nomem(p->err, n);
	memset(p->symbols, 0xff, n);
	BX_TRY(bx_reader_new(&p->reader, &p->table, &pass->items.source, &infer->scratch, p->err));
	bx_reader_headers(p->reader);
	return walk(p);
}

BxStatus
bx_infer_add(BxInfer *infer, BxStore *store, BxError *err)
{
	InfPass p = {.infer = infer, .err = err};
	BxReadAll pass;
	BxStatus st = bx_read_all_open(&pass, store, &infer->scratch, err);

	infer->n_frames = infer->n_seen = 0;
	infer->content.len = 0;
	if (st == BX_OK)
		st = read_document(&p, &pass);
	bx_read_all_close(&pass);
	bx_arena_reset(&infer->scratch);
	infer->documents += st == BX_OK;
	return st;
}

/* ---- the whole ---- */

uint64_t
bx_infer_count(const BxInfer *infer)
{
	return infer->documents;
}

BxStatus
bx_infer_new(const BxInferOptions *options, const BxHost *host, BxInfer **out, BxError *err)
{
	BxInfer *infer = host->alloc(host->ctx, sizeof(BxInfer));
	uint32_t none;
	BxStatus st;

	*out = NULL;
	if (infer == NULL)
		return bx_fail_nomem(err, sizeof(BxInfer));
	memset(infer, 0, sizeof(*infer));
	infer->options = *options;
	infer->host = host;
	bx_arena_init(&infer->arena, host);
	bx_arena_init_small(&infer->scratch, host);
	bx_strmap_init(&infer->uris, host, NULL);
	bx_strmap_init(&infer->names, host, NULL);
	bx_hashmap_init(&infer->kid_of, host, NULL);
	bx_hashmap_init(&infer->attribute_of, host, NULL);
	bx_buf_init(&infer->content, host);
	st = bx_infer_uri(infer, bx_str("", 0), &none, err);
	if (st == BX_OK)
		st = bx_infer_uri(infer, bx_str(BX_XML_NS, strlen(BX_XML_NS)), &infer->xml, err);
	if (st == BX_OK)
		*out = infer;
	else
		bx_infer_free(infer);
	return st;
}

void
bx_infer_free(BxInfer *infer)
{
	const BxHost *host = infer->host;

	bx_strmap_free(&infer->uris);
	bx_strmap_free(&infer->names);
	bx_hashmap_free(&infer->kid_of);
	bx_hashmap_free(&infer->attribute_of);
	bx_buf_free(&infer->content);
	host->release(host->ctx, infer->symbols);
	host->release(host->ctx, infer->elements);
	host->release(host->ctx, infer->kids);
	host->release(host->ctx, infer->attributes);
	host->release(host->ctx, infer->frames);
	host->release(host->ctx, infer->seen);
	bx_arena_reset(&infer->scratch);
	bx_arena_reset(&infer->arena);
	host->release(host->ctx, infer);
}
