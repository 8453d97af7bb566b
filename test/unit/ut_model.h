/*
 * ut_model.h -- what a value says in the data model as one string, made the slow way: the measure for equality.
 *
 * Names are written with their URIs, attributes are sorted as strings, children are joined, for multisets sorted.
 */
#ifndef UT_MODEL_H
#define UT_MODEL_H

#include "ut_xpath.h"

typedef struct UtModel
{
	bool no_comments;
	bool no_pis;
	bool no_white;
	bool unordered; /* all children */
} UtModel;

static inline int
ut_compare_texts(const void *a, const void *b)
{
	return strcmp(*(char *const *) a, *(char *const *) b);
}

static inline char *
ut_text_end(BxBuf *b)
{
	xt_put(b, "", 1);
	return (char *) b->data;
}

typedef struct UtTexts
{
	char *s[4000];
	uint32_t n;
} UtTexts;

/* Append all and forget them. */
static inline void
ut_texts_flush(UtTexts *t, bool sorted, BxBuf *out)
{
	uint32_t i;

	if (sorted)
		qsort(t->s, t->n, sizeof(char *), ut_compare_texts);
	for (i = 0; i < t->n; i++)
	{
		xt_put(out, t->s[i], strlen(t->s[i]));
		free(t->s[i]);
	}
	t->n = 0;
}

static inline void
ut_texts_add(UtTexts *t, BxBuf *b)
{
	if (t->n == sizeof(t->s) / sizeof(t->s[0]))
		abort();
	t->s[t->n++] = ut_text_end(b);
	bx_buf_init(b, bx_host_libc());
}

static inline void
ut_model_name(const BxTable *t, uint32_t row, BxBuf *out)
{
	const BxNameInfo *n = &t->names[t->shapes[row].name];
	const BxPair *p = &t->pairs[n->pair];

	xt_say(out, "{%.*s}%.*s", (int) p->uri_len, p->uri, (int) n->len, n->local);
}

static inline void
ut_model_value(const BxEvent *ev, BxBuf *out)
{
	char buf[BX_VALUE_TEXT_MAX];
	uint32_t n, i;
	const char *s = bx_value_text(ev->payload, ev->len, buf, &n);

	/* so that no value looks like markup or ends early */
	for (i = 0; i < n; i++)
		if (s[i] == '{' || s[i] == '<' || s[i] == '\0')
			xt_say(out, "&%d;", s[i]);
		else
			xt_put(out, s + i, 1);
}

static inline void
ut_model_text(const UtModel *m, UtTexts *kids, BxBuf *text)
{
	BxBuf b;

	ut_text_end(text);
	bx_buf_init(&b, bx_host_libc());
	if (text->len > 1 && !(m->no_white && strspn((char *) text->data, " \t\r\n") == text->len - 1))
	{
		xt_say(&b, "<t>%s</t>", (char *) text->data);
		ut_texts_add(kids, &b);
	}
	bx_buf_free(&b);
	text->len = 0;
}

/* Content of the innermost open element, or of the value. */
static inline void
ut_model_content(const UtModel *m, const BxTable *t, BxReader *rd, BxBuf *out)
{
	UtTexts *attrs = ut_need(calloc(1, sizeof(UtTexts))), *kids = ut_need(calloc(1, sizeof(UtTexts)));
	BxBuf b, text;
	BxEvent ev;

	bx_buf_init(&b, bx_host_libc());
	bx_buf_init(&text, bx_host_libc());
	while (bx_reader_next(rd, &ev) == BX_OK && ev.kind != BX_EV_DONE && ev.kind != BX_EV_END)
	{
		if (ev.kind == BX_EV_NAMESPACE || (ev.kind == BX_EV_COMMENT && m->no_comments) ||
			(ev.kind == BX_EV_PI && m->no_pis))
			continue;
		if (ev.kind == BX_EV_TEXT)
		{
			ut_model_value(&ev, &text);
			continue;
		}
		if (ev.kind == BX_EV_ATTRIBUTE)
		{
			ut_model_name(t, ev.shape, &b);
			xt_say(&b, "=");
			ut_model_value(&ev, &b);
			xt_say(&b, "<a>");
			ut_texts_add(attrs, &b);
			continue;
		}
		ut_model_text(m, kids, &text);
		xt_say(&b, "<%d", ev.kind == BX_EV_LEAF ? BX_EV_ELEMENT : ev.kind);
		if (ev.kind != BX_EV_COMMENT)
			ut_model_name(t, ev.shape, &b);
		xt_say(&b, ">");
		if (ev.kind == BX_EV_ELEMENT)
			ut_model_content(m, t, rd, &b);
		else if (ev.kind == BX_EV_LEAF)
		{
			UtTexts *sole = ut_need(calloc(1, sizeof(UtTexts)));

			ut_model_value(&ev, &text);
			ut_model_text(m, sole, &text);
			ut_texts_flush(sole, false, &b);
			free(sole);
		}
		else
			ut_model_value(&ev, &b);
		xt_say(&b, "</>");
		ut_texts_add(kids, &b);
	}
	ut_model_text(m, kids, &text);
	ut_texts_flush(attrs, true, out);
	ut_texts_flush(kids, m->unordered, out);
	bx_buf_free(&b);
	bx_buf_free(&text);
	free(attrs);
	free(kids);
}

/* The model of a plain value in memory; to be freed. */
static inline char *
ut_model(const UtModel *m, const uint8_t *v, size_t n)
{
	BxArena arena;
	BxTable table;
	BxSource src;
	BxReader *rd;
	BxError err;
	BxBuf out;

	bx_arena_init(&arena, bx_host_libc());
	bx_buf_init(&out, bx_host_libc());
	if (bx_table_open(&table, &arena, v, n, n, &err) != BX_OK)
		abort();
	bx_source_memory(&src, v + table.head.items_off, table.head.items_len);
	if (bx_reader_new(&rd, &table, &src, &arena, &err) != BX_OK)
		abort();
	ut_model_content(m, &table, rd, &out);
	bx_arena_reset(&arena);
	return ut_text_end(&out);
}

#endif
