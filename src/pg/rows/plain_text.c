/*
 * plain_text.c -- the text of parts of a document, as full text search reads it.
 *
 * Paths give labels of nodes; then one pass over the document finds the texts in their subtrees.  Labels come in
 * document order, as the items do, so every part goes along its labels once.
 */
#include "postgres.h"
#include "lib/stringinfo.h"
#include "utils/memutils.h"

#include "../query/result.h"
#include "../server/compat.h"
#include "../server/errors.h"
#include "../value/label.h"
#include "plain_text.h"
#include "reader.h"
#include "rowset.h"

/* Labels of nodes in document order, and how far they have been passed. */
typedef struct LabelList
{
	struct varlena **labels;
	int n;
	int room;
	int at;
} LabelList;

/* What a path selects in the current document. */
typedef struct TextPart
{
	Rowset *rows;         /* of the path; kept between documents */
	bool given;           /* there is a path */
	LabelList subtrees;   /* none within another */
	LabelList attributes; /* attributes, which are not part of a subtree's text */

	StringInfoData text; /* of the node that is being read */
	int node;            /* which of the subtrees, -1: none */
	int64 tags;          /* how many tags had been met at the end of the text */
} TextPart;

struct PlainText
{
	MemoryContext cxt;
	TextPart parts[PLAIN_TEXT_PARTS];
	TextPart excluded;
	/* the current document */
	int64 tags; /* that have been met */
	int depth;  /* open elements */
	PlainTextTake take;
	void *arg;
	MemoryContext caller; /* that it is called in */
};

PlainText *
plain_text_new(MemoryContext cxt)
{
	PlainText *t = MemoryContextAllocZero(cxt, sizeof(PlainText));

	t->cxt = cxt;
	return t;
}

static void
part_path(PlainText *t, TextPart *part, Datum bxpath)
{
	part->given = bxpath != (Datum) 0;
	if (!part->given)
		return;
	if (part->rows == NULL)
	{
		part->rows = rowset_new(t->cxt);
		part->rows->want = 1u << NODES_ID;
	}
	if (rowset_path(part->rows, bxpath))
		rowset_columns(part->rows, NULL, NULL, 0);
}

void
plain_text_path(PlainText *t, int part, Datum bxpath)
{
	part_path(t, &t->parts[part], bxpath);
}

void
plain_text_exclude(PlainText *t, Datum bxpath)
{
	part_path(t, &t->excluded, bxpath);
}

/* ---- labels ---- */

static void
list_init(LabelList *list)
{
	list->n = list->at = 0;
	list->room = 8;
	list->labels = palloc_array(struct varlena *, list->room);
}

static void
list_add(LabelList *list, struct varlena *label)
{
	if (list->n == list->room)
	{
		list->room *= 2;
		list->labels = repalloc_huge(list->labels, list->room * sizeof(struct varlena *));
	}
	list->labels[list->n++] = label;
}

static const uint8_t *
bytes_of(const struct varlena *label)
{
	return (const uint8_t *) VARDATA(label);
}

static int
compare_labels(const void *a, const void *b)
{
	const struct varlena *x = *(struct varlena *const *) a;
	const struct varlena *y = *(struct varlena *const *) b;

	return bx_ordpath_cmp(bytes_of(x), VARSIZE(x) - VARHDRSZ, bytes_of(y), VARSIZE(y) - VARHDRSZ);
}

static bool
is_within(const struct varlena *label, const struct varlena *root)
{
	return bx_ordpath_within(bytes_of(label), VARSIZE(label) - VARHDRSZ, bytes_of(root),
							 VARSIZE(root) - VARHDRSZ);
}

/* Sort the labels, and remove those within others. */
static void
list_finish(LabelList *list)
{
	int kept = 0;

	qsort(list->labels, list->n, sizeof(struct varlena *), compare_labels);
	for (int i = 0; i < list->n; i++)
		if (kept == 0 || !is_within(list->labels[i], list->labels[kept - 1]))
			list->labels[kept++] = list->labels[i];
	list->n = kept;
}

/* Is the label within one of the list?  Labels that are asked for ascend. */
static bool
list_holds(LabelList *list, const struct varlena *label)
{
	while (list->at < list->n && !is_within(label, list->labels[list->at]) &&
		   compare_labels(&list->labels[list->at], &label) < 0)
		list->at++;
	return list->at < list->n && is_within(label, list->labels[list->at]);
}

static bool
is_attribute(const struct varlena *label)
{
	const uint8_t *p = bytes_of(label);
	size_t n = VARSIZE(label) - VARHDRSZ;
	BxOrdpathPart part;
	size_t parent;
	BxError err;
	bool has;

	error_check(bx_ordpath_parent(p, n, &has, &parent, &err), &err);
	return has && bx_ordpath_part_get(p + parent, p + n, &part) != NULL && part.line == BX_LINE_ATTRIBUTE;
}

/* The nodes that the path of a part selects. */
static void
find_nodes(TextPart *part, Datum doc)
{
	Datum values[NODES_COLUMNS];
	bool nulls[NODES_COLUMNS];

	rowset_open(part->rows, doc, (Datum) 0);
	while (rowset_next(part->rows))
	{
		struct varlena *label;

		rowset_put_node(part->rows, values, nulls);
		if (nulls[NODES_ID])
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_ARGUMENT_FOR_XQUERY),
					 errmsg("path of a text selects values that are not elements, attributes or texts")));
		label = (struct varlena *) DatumGetPointer(values[NODES_ID]);
		label = (struct varlena *) DatumGetPointer(label_datum(bytes_of(label), VARSIZE(label) - VARHDRSZ));
		list_add(is_attribute(label) ? &part->attributes : &part->subtrees, label);
	}
	rowset_close(part->rows);
}

/* Start a document; true if the part has nodes in it. */
static bool
part_start(TextPart *part, Datum doc)
{
	list_init(&part->subtrees);
	list_init(&part->attributes);
	part->node = -1;
	if (part->given)
		find_nodes(part, doc);
	list_finish(&part->subtrees);
	list_finish(&part->attributes);
	if (part->subtrees.n + part->attributes.n == 0)
		return false;
	initStringInfo(&part->text);
	return true;
}

/* All of the document. */
static void
part_all(TextPart *part)
{
	uint8_t none = 0;

	list_add(&part->subtrees, (struct varlena *) DatumGetPointer(label_datum(&none, 0)));
	initStringInfo(&part->text);
}

/* ---- texts ---- */

static void
end_node(PlainText *t, int i)
{
	TextPart *part = &t->parts[i];

	if (part->node >= 0 && part->text.len > 0)
	{
		MemoryContext current = MemoryContextSwitchTo(t->caller);

		t->take(t->arg, i, part->text.data, part->text.len);
		MemoryContextSwitchTo(current);
	}
	part->node = -1;
}

static bool
is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Add a text of the node with this number, -1 for an attribute, to the part. */
static void
add_text(PlainText *t, int i, int node, const char *s, int n)
{
	TextPart *part = &t->parts[i];

	if (node < 0 || part->node != node)
	{
		end_node(t, i);
		resetStringInfo(&part->text);
		part->node = Max(node, 0);
	}
	else if (t->tags - part->tags > 1 && !is_space(*s) && !is_space(part->text.data[part->text.len - 1]))
		appendStringInfoChar(&part->text, ' ');
	appendBinaryStringInfo(&part->text, s, n);
	part->tags = t->tags;
	if (node < 0)
		end_node(t, i);
}

/* A value that is stored apart is not fetched to find out that it has bytes. */
static bool
is_empty(const struct varlena *value)
{
	return !VARATT_IS_EXTERNAL_EXPANDED(value) && VARSIZE_ANY_EXHDR(value) == 0;
}

static void
take_value(PlainText *t, struct varlena *label, bool attribute, struct varlena *value)
{
	struct varlena *text = NULL;

	if (is_empty(value) || list_holds(&t->excluded.subtrees, label) ||
		(attribute && list_holds(&t->excluded.attributes, label)))
		return;
	for (int i = 0; i < PLAIN_TEXT_PARTS; i++)
	{
		LabelList *list = attribute ? &t->parts[i].attributes : &t->parts[i].subtrees;

		if (!list_holds(list, label))
			continue;
		if (text == NULL)
			text = PG_DETOAST_DATUM_PACKED(PointerGetDatum(value));
		add_text(t, i, attribute ? -1 : list->at, VARDATA_ANY(text), (int) VARSIZE_ANY_EXHDR(text));
	}
}

/* Count the tags before what is in an item of this level: ends of open elements, and its own start. */
static void
pass_tags(PlainText *t, int level, bool element)
{
	t->tags += t->depth - (level - 1);
	t->depth = level - 1;
	if (element)
	{
		t->tags++;
		t->depth++;
	}
}

/* Elements, attributes and texts. */
static bool
is_text(void *arg, const Datum *values, const bool *nulls)
{
	uint8 k = reader_row_kind(values);

	return k == BX_KIND_ELEMENT || k == BX_KIND_ATTRIBUTE || k == BX_KIND_TEXT;
}

static void
read_items(PlainText *t, Datum doc)
{
	MemoryContext cxt =
		AllocSetContextCreate(CurrentMemoryContext, "bxml plain text", ALLOCSET_DEFAULT_SIZES);
	MemoryContext row = AllocSetContextCreate(cxt, "bxml plain text row", ALLOCSET_SMALL_SIZES);
	ReaderAsk ask = {
		.want = 1u << READER_ID | 1u << READER_KIND | 1u << READER_VALUE, .passes = is_text, .early = true};
	MemoryContext caller = MemoryContextSwitchTo(cxt);
	Reader *reader = reader_open(doc, &ask);
	Datum values[READER_COLUMNS];
	bool nulls[READER_COLUMNS];

	MemoryContextSwitchTo(row);
	while (reader_next(reader, values, nulls))
	{
		struct varlena *label = (struct varlena *) DatumGetPointer(values[READER_ID]);
		uint8 k = reader_row_kind(values);

		if (k != BX_KIND_ATTRIBUTE)
			pass_tags(t, DatumGetInt32(values[READER_LEVEL]), k == BX_KIND_ELEMENT);
		if (!nulls[READER_VALUE])
			take_value(t, label, k == BX_KIND_ATTRIBUTE,
					   (struct varlena *) DatumGetPointer(values[READER_VALUE]));
		MemoryContextReset(row);
	}
	MemoryContextSwitchTo(caller);
	reader_close(reader);
	MemoryContextDelete(cxt);
}

void
plain_text_read(PlainText *t, Datum doc, PlainTextTake take, void *arg)
{
	bool any = false;
	bool found = false;

	t->take = take;
	t->arg = arg;
	t->caller = CurrentMemoryContext;
	t->tags = t->depth = 0;
	for (int i = 0; i < PLAIN_TEXT_PARTS; i++)
	{
		any |= t->parts[i].given;
		found |= part_start(&t->parts[i], doc);
	}
	if (!any)
		part_all(&t->parts[0]);
	else if (!found)
		return;
	(void) part_start(&t->excluded, doc);
	read_items(t, doc);
	for (int i = 0; i < PLAIN_TEXT_PARTS; i++)
		end_node(t, i);
}
