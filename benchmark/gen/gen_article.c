/*
 * gen_article.c -- articles as publishers keep them: front matter, sections of paragraphs with markup among the words,
 * lists, and references at the end.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen.h"

typedef struct Article
{
	GenOut *o;
	GenRng *r;
	GenProse prose;
	size_t size;   /* of the text that is asked for */
	uint32_t refs; /* in its list of references */
} Article;

static void
put_people(Article *a, const char *name, uint32_t n)
{
	char buf[GEN_TEXT_MAX];

	gen_list(a->o, name);
	while (n-- > 0)
	{
		gen_open(a->o, name);
		gen_leaf(a->o, "given", gen_first_name(a->r, buf));
		gen_leaf(a->o, "surname", gen_last_name(a->r, buf));
		gen_close(a->o, name);
	}
	gen_list_end(a->o);
}

/* Markup in the middle of a sentence. */
static void
put_inline(Article *a)
{
	static const char *const names[] = {"emph", "emph", "emph", "term", "place", "foreign", "quote"};
	char buf[GEN_PROSE_MAX];
	uint32_t k = gen_below(a->r, 10);

	if (k < 7)
		gen_leaf(a->o, names[k], gen_phrase(&a->prose, buf));
	else
	{
		snprintf(buf, sizeof(buf), "%u", gen_range(a->r, 1, a->refs));
		gen_leaf(a->o, "xref", buf);
	}
}

static void
put_sentence(Article *a)
{
	char buf[GEN_PROSE_MAX];

	gen_mixed_text(a->o, gen_sentence_start(&a->prose, buf));
	if (gen_chance(a->r, 22))
	{
		gen_mixed_text(a->o, gen_chance(a->r, 50) ? " as in " : " or ");
		put_inline(a);
	}
	gen_mixed_text(a->o, gen_sentence_end(&a->prose, buf));
	gen_mixed_text(a->o, " ");
}

static void
put_paragraph(Article *a, uint32_t sentences)
{
	gen_mixed(a->o, "p");
	while (sentences-- > 0)
		put_sentence(a);
	gen_mixed_end(a->o, "p");
}

static void
put_items(Article *a)
{
	char buf[GEN_PROSE_MAX];
	uint32_t n = gen_range(a->r, 3, 6);

	gen_open(a->o, "list");
	gen_attr(a->o, "type", gen_chance(a->r, 50) ? "bullet" : "order");
	gen_list(a->o, "item");
	while (n-- > 0)
		gen_leaf(a->o, "item", gen_title(&a->prose, buf));
	gen_list_end(a->o);
	gen_close(a->o, "list");
}

static void
put_section(Article *a, uint32_t number)
{
	char buf[GEN_PROSE_MAX];
	uint32_t n = gen_range(a->r, 2, 4);

	gen_open(a->o, "sec");
	snprintf(buf, sizeof(buf), "s%u", number);
	gen_attr(a->o, "id", buf);
	gen_leaf(a->o, "title", gen_title(&a->prose, buf));
	gen_list(a->o, "p");
	while (n-- > 0 && a->o->len < a->size)
		put_paragraph(a, gen_range(a->r, 2, 6));
	gen_list_end(a->o);
	if (gen_chance(a->r, 20))
		put_items(a);
	gen_close(a->o, "sec");
}

static void
put_front(Article *a, uint64_t index)
{
	char buf[GEN_PROSE_MAX];
	uint32_t n = gen_range(a->r, 3, 6);

	gen_open(a->o, "front");
	gen_leaf(a->o, "journal", gen_pick(a->r, &gen_journals));
	snprintf(buf, sizeof(buf), "10.5555/%llu.%u", (unsigned long long) (70000 + index),
			 gen_below(a->r, 100000));
	gen_leaf(a->o, "doi", buf);
	gen_leaf(a->o, "title", gen_title(&a->prose, buf));
	put_people(a, "author", gen_range(a->r, 1, 4));
	gen_leaf(a->o, "received", gen_date(a->r, buf, 2001, 2020));
	gen_leaf(a->o, "published", gen_date(a->r, buf, 2001, 2020));
	gen_list(a->o, "keyword");
	while (n-- > 0)
		gen_leaf(a->o, "keyword", gen_phrase(&a->prose, buf));
	gen_list_end(a->o);
	gen_open(a->o, "abstract");
	gen_list(a->o, "p");
	put_paragraph(a, 3);
	gen_list_end(a->o);
	gen_close(a->o, "abstract");
	gen_close(a->o, "front");
}

static void
put_reference(Article *a, uint32_t number)
{
	char buf[GEN_PROSE_MAX];

	gen_open(a->o, "ref");
	snprintf(buf, sizeof(buf), "r%u", number);
	gen_attr(a->o, "id", buf);
	put_people(a, "author", gen_range(a->r, 1, 3));
	gen_leaf(a->o, "title", gen_title(&a->prose, buf));
	gen_leaf(a->o, "source", gen_pick(a->r, &gen_journals));
	gen_leaf_num(a->o, "year", gen_int(a->r, buf, 1950, 2020));
	gen_leaf_num(a->o, "volume", gen_int(a->r, buf, 1, 90));
	gen_leaf_num(a->o, "page", gen_int(a->r, buf, 1, 2000));
	gen_close(a->o, "ref");
}

void
gen_doc_article(GenOut *o, GenRng *r, const GenArgs *args, uint64_t index)
{
	Article a = {.o = o, .r = r, .size = (size_t) atoi(args->variant) * 1000};
	char buf[GEN_TEXT_MAX];
	uint32_t i;

	gen_prose_begin(&a.prose, r);
	a.refs = 1 + (uint32_t) a.size / 3000;
	a.size -= a.refs * 250;
	gen_open(o, "article");
	snprintf(buf, sizeof(buf), "%llu", (unsigned long long) (1 + index));
	gen_attr_num(o, "id", buf);
	gen_xmlns(o, NULL, "http://example.org/article");
	put_front(&a, index);
	gen_list(o, "sec");
	for (i = 1; o->len < a.size; i++)
		put_section(&a, i);
	gen_list_end(o);
	gen_list(o, "ref");
	for (i = 1; i <= a.refs; i++)
		put_reference(&a, i);
	gen_list_end(o);
	gen_close(o, "article");
}
