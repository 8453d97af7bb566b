/*
 * ru_index.c -- rows by their atomic values: a table of hash values with chains.
 */
#include "../../base/bx_core_int.h"

#include "../../base/bx_sort.h"
#include "ru_index.h"

void
ru_index_init(RuIndex *index, BxArena *arena)
{
	*index = (RuIndex){.arena = arena};
}

static uint8_t
class_of(const XdItem *item)
{
	if (item->type == AT_UNTYPED)
		return RU_KEY_UNTYPED;
	if (at_family(item) == AT_F_TEXT)
		return RU_KEY_STRING;
	return at_family(item) == AT_F_NUMBER ? RU_KEY_NUMBER : RU_KEY_OTHER;
}

static bool
is_nan(const XdItem *item)
{
	return item->form == AT_FORM_DOUBLE && item->u.d != item->u.d;
}

static BxStatus
hash_of(RuRun *run, const RuIndex *index, const XdItem *item, uint64_t *hash)
{
	return at_hash(&run->at, item, NULL, at_grain(index->kinds.numbers_of), hash);
}

static BxStatus
grow(RuRun *run, RuIndex *index)
{
	uint32_t cap = index->cap < 16 ? 16 : index->cap * 2;
	RuIndexEntry *entries = bx_arena_grow(index->arena, index->entries, index->n * sizeof(RuIndexEntry),
										  cap * sizeof(RuIndexEntry));

	if (entries == NULL)
		return bx_fail_nomem(run->err, cap * sizeof(RuIndexEntry));
	index->entries = entries;
	index->cap = cap;
	return BX_OK;
}

bool
ru_index_note(RuIndexKinds *kinds, const XdItem *key)
{
	uint8_t class = class_of(key), primitive = (uint8_t) at_primitive(key);

	if (class == RU_KEY_OTHER && (kinds->classes & RU_KEY_OTHER) && kinds->other != primitive)
		class = RU_KEY_MIXED;
	if (class == RU_KEY_OTHER)
		kinds->other = primitive;
	kinds->classes |= class;
	if (is_nan(key))
		return true;
	kinds->numbers_of |= (uint8_t) at_numbers_of(key);
	return false;
}

BxStatus
ru_index_add(RuRun *run, RuIndex *index, const XdItem *key, uint32_t row)
{
	RuIndexEntry *e;

	BX_TRY(bx_step(run->host));
	if (ru_index_note(&index->kinds, key))
		return BX_OK;
	if (index->n == index->cap)
		BX_TRY(grow(run, index));
	e = &index->entries[index->n];
	BX_TRY(xd_item_keep(index->arena, key, &e->key, run->err));
	e->row = row;
	index->n++;
	return BX_OK;
}

/* Hash the entries into chains, which begin with the lowest row: entries are put in from the last one on. */
static BxStatus
make_chains(RuRun *run, RuIndex *index)
{
	uint32_t i;

	for (i = index->n; i > 0; i--)
	{
		RuIndexEntry *e = &index->entries[i - 1];
		uint32_t *head;

		BX_TRY(bx_charge(run->host, sizeof(RuIndexEntry)));
		BX_TRY(hash_of(run, index, &e->key, &e->hash));
		head = &index->heads[e->hash & index->mask];
		e->next = *head;
		*head = i;
	}
	return BX_OK;
}

BxStatus
ru_index_finish(RuRun *run, RuIndex *index)
{
	uint32_t size = 16;

	while (size < UINT32_MAX / 4 && size < index->n * 2)
		size *= 2;
	index->heads = bx_arena_zalloc(index->arena, size * sizeof(uint32_t));
	if (index->heads == NULL)
		return bx_fail_nomem(run->err, size * sizeof(uint32_t));
	index->mask = size - 1;
	BX_TRY(bx_charge(run->host, size * sizeof(uint32_t)));
	return make_chains(run, index);
}

/* A number of a kind that was not there may need another hash (at_value.h). */
static BxStatus
note_number(RuRun *run, RuIndex *index, const XdItem *item)
{
	uint8_t numbers = index->kinds.numbers_of | (uint8_t) at_numbers_of(item);
	bool coarser = at_grain(numbers) != at_grain(index->kinds.numbers_of);

	index->kinds.numbers_of = numbers;
	if (!coarser)
		return BX_OK;
	memset(index->heads, 0, ((size_t) index->mask + 1) * sizeof(uint32_t));
	return make_chains(run, index);
}

/* ---- looking up ---- */

/* The index of untyped values as xs:double; NULL where one of them is not a number. */
static BxStatus
as_numbers(RuRun *run, RuIndex *index, RuIndex **numbers)
{
	RuIndex *n;
	uint32_t i;

	*numbers = index->no_numbers ? NULL : index->numbers;
	if (index->no_numbers || index->numbers != NULL)
		return BX_OK;
	index->no_numbers = true;
	n = bx_arena_alloc(index->arena, sizeof(RuIndex));
	if (n == NULL)
		return bx_fail_nomem(run->err, sizeof(RuIndex));
	ru_index_init(n, index->arena);
	for (i = 0; i < index->n; i++)
	{
		XdItem number;
		bool ok;

		BX_TRY(at_castable(&run->at, &index->entries[i].key, AT_DOUBLE, &ok));
		if (!ok)
			return BX_OK;
		BX_TRY(at_cast(&run->at, &index->entries[i].key, AT_DOUBLE, &number));
		BX_TRY(ru_index_add(run, n, &number, index->entries[i].row));
	}
	BX_TRY(ru_index_finish(run, n));
	index->no_numbers = false;
	*numbers = index->numbers = n;
	return BX_OK;
}

BxStatus
ru_index_fit(RuRun *run, const RuIndexKinds *kinds, XdItem *item, bool untyped_as_text, RuIndexFit *fit)
{
	uint8_t class = class_of(item), text = RU_KEY_UNTYPED | RU_KEY_STRING;
	bool ok;

	*fit = RU_FIT_NOT;
	if (kinds->classes == 0)
		*fit = RU_FIT_AS_IS;
	else if (class & text)
	{
		if (!(kinds->classes & ~text))
			*fit = RU_FIT_AS_IS;
		if (class != RU_KEY_UNTYPED || kinds->classes != RU_KEY_NUMBER || untyped_as_text)
			return BX_OK;
		BX_TRY(at_castable(&run->at, item, AT_DOUBLE, &ok));
		if (!ok)
			return BX_OK;
		*fit = RU_FIT_AS_IS;
		return at_cast(&run->at,
					   &(XdItem){.u = item->u, .n = item->n, .type = item->type, .form = item->form},
					   AT_DOUBLE, item);
	}
	else if (class == RU_KEY_NUMBER && kinds->classes == RU_KEY_UNTYPED && !untyped_as_text)
		*fit = RU_FIT_NUMBERS;
	else if (class == kinds->classes && (class == RU_KEY_NUMBER || at_primitive(item) == kinds->other))
		*fit = RU_FIT_AS_IS;
	return BX_OK;
}

/* The index to look a value up in, and as what; *in NULL: there is none. */
static BxStatus
fit(RuRun *run, RuIndex *index, XdItem *item, bool untyped_as_text, RuIndex **in)
{
	RuIndexFit how;

	*in = NULL;
	BX_TRY(ru_index_fit(run, &index->kinds, item, untyped_as_text, &how));
	if (how == RU_FIT_NUMBERS)
		return as_numbers(run, index, in);
	if (how == RU_FIT_AS_IS)
		*in = index;
	return BX_OK;
}

/* The entry itself or the first one behind it that has the hash. */
static const RuIndexEntry *
same_hash(const RuIndex *in, uint32_t number, uint64_t hash)
{
	while (number != 0 && in->entries[number - 1].hash != hash)
		number = in->entries[number - 1].next;
	return number != 0 ? &in->entries[number - 1] : NULL;
}

BxStatus
ru_index_find(RuRun *run, RuIndex *index, const XdItem *item, bool untyped_as_text, const RuIndex **in,
			  const RuIndexEntry **entry, bool *usable)
{
	XdItem value = *item;
	RuIndex *found;
	uint64_t hash;

	*entry = NULL;
	BX_TRY(bx_step(run->host));
	BX_TRY(fit(run, index, &value, untyped_as_text, &found));
	*in = found;
	*usable = found != NULL;
	if (found == NULL || is_nan(&value) || found->n == 0)
		return BX_OK;
	BX_TRY(note_number(run, found, &value));
	BX_TRY(hash_of(run, found, &value, &hash));
	*entry = same_hash(found, found->heads[hash & found->mask], hash);
	return BX_OK;
}

const RuIndexEntry *
ru_index_next(const RuIndex *in, const RuIndexEntry *entry)
{
	return same_hash(in, entry->next, entry->hash);
}

/* ---- ranges ---- */

/* Integers up to here are exact as doubles. */
#define EXACT (INT64_C(1) << 53)

/* Is a number compared with others of these as its double is? */
static bool
is_exact(const XdItem *item)
{
	return item->type == AT_DOUBLE ||
		   (item->form == AT_FORM_INT && at_is_integer(item) && item->u.i <= EXACT && item->u.i >= -EXACT);
}

static int
compare_keys(const void *a, const void *b)
{
	const RuIndexNumber *x = a, *y = b;

	return (x->key > y->key) - (x->key < y->key);
}

static BxStatus
sort_numbers(RuRun *run, RuIndex *index)
{
	uint32_t i;

	if (index->sorted != NULL || index->no_ranges)
		return BX_OK;
	index->no_ranges = true;
	for (i = 0; i < index->n; i++)
		if (!is_exact(&index->entries[i].key))
			return BX_OK;
	index->sorted = bx_arena_alloc(index->arena, (index->n + 1) * sizeof(RuIndexNumber));
	if (index->sorted == NULL)
		return bx_fail_nomem(run->err, (index->n + 1) * sizeof(RuIndexNumber));
	BX_TRY(bx_charge(run->host, index->n * sizeof(RuIndexEntry)));
	for (i = 0; i < index->n; i++)
		index->sorted[i] = (RuIndexNumber){at_number_double(&index->entries[i].key), index->entries[i].row};
	BX_TRY(bx_sort(run->host, index->sorted, index->n, sizeof(RuIndexNumber), compare_keys, run->err));
	index->no_ranges = false;
	return BX_OK;
}

/* How many numbers are below the value, or, with equal, not above it. */
static uint32_t
count_below(const RuIndex *index, double value, bool equal)
{
	uint32_t low = 0, high = index->n;

	while (low < high)
	{
		uint32_t middle = low + (high - low) / 2;
		double key = index->sorted[middle].key;

		if (key < value || (equal && key == value))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

BxStatus
ru_index_range(RuRun *run, RuIndex *index, AtComparison comparison, const XdItem *item, bool untyped_as_text,
			   const RuIndexNumber **first, uint32_t *n, bool *usable)
{
	bool below = comparison == AT_LT || comparison == AT_LE;
	XdItem value = *item;
	RuIndex *in;
	uint32_t at;

	*n = 0;
	*first = NULL;
	BX_TRY(fit(run, index, &value, untyped_as_text, &in));
	if (in != NULL && in->kinds.classes != 0 && (in->kinds.classes != RU_KEY_NUMBER || !is_exact(&value)))
		in = NULL;
	if (in != NULL)
		BX_TRY(sort_numbers(run, in));
	*usable = in != NULL && !in->no_ranges;
	if (!*usable || is_nan(&value))
		return BX_OK;
	at = count_below(in, at_number_double(&value), comparison == AT_LE || comparison == AT_GT);
	*first = in->sorted + (below ? 0 : at);
	*n = below ? at : in->n - at;
	return BX_OK;
}
