/*
 * ut_item.h -- atomic items from the name of their type and a text, and back, without the casts that are tested
 * elsewhere.
 *
 * Dates, times and their parts are written as an xs:dateTime: of a time "1972-12-31T12:00:00".  A name is "{uri}local".
 * Running out of memory ends the program.
 */
#ifndef UT_ITEM_H
#define UT_ITEM_H

#include <math.h>
#include <stdlib.h>

#include "../../src/core/base/bx_core_int.h"
#include "../../src/core/atomic/at_value.h"
#include "ut.h"
#include "ut_value.h"

typedef struct UtItems
{
	BxArena arena;
	BxError err;
	AtCall call;
} UtItems;

static UtItems ut_items;

static inline void
ut_items_begin(int16_t zone)
{
	bx_arena_init(&ut_items.arena, bx_host_libc());
	bx_error_clear(&ut_items.err);
	ut_items.call =
		(AtCall){.host = bx_host_libc(), .arena = &ut_items.arena, .err = &ut_items.err, .zone = zone};
}

static inline void
ut_items_end(void)
{
	bx_arena_reset(&ut_items.arena);
}

static inline XdItem
ut_moment_item(AtType type, const char *text)
{
	BxMoment m;

	CHECKF(bx_moment_read(BX_PARTS_DATETIME, text, strlen(text), &m) == BX_LEX_OK, "%s", text);
	return (XdItem){
		.u.i = m.seconds, .n = m.nanos, .zone = m.zone, .type = (uint8_t) type, .form = AT_FORM_MOMENT};
}

static inline XdItem
ut_duration_item(AtType type, const char *text)
{
	BxDuration *d = ut_need(bx_arena_alloc(&ut_items.arena, sizeof(BxDuration)));

	CHECKF(bx_duration_read(text, strlen(text), d) == BX_LEX_OK, "%s", text);
	if (type == AT_DAY_TIME)
		return (XdItem){.u.i = d->seconds, .n = d->nanos, .type = AT_DAY_TIME, .form = AT_FORM_SPAN};
	if (type == AT_MONTHS)
		return (XdItem){.u.i = d->months, .type = AT_MONTHS, .form = AT_FORM_MONTHS};
	return (XdItem){.u.duration = d, .type = AT_DURATION, .form = AT_FORM_DURATION};
}

static inline XdItem
ut_number_item(AtType type, const char *text)
{
	AtDecimal d;

	if (at_types[type].primitive == AT_DOUBLE)
		return at_double_item(strtod(text, NULL));
	if (at_types[type].primitive == AT_FLOAT)
		return at_float_item(strtof(text, NULL));
	CHECKF(at_decimal_read(&ut_items.arena, text, strlen(text), &d) == AT_DECIMAL_OK, "%s", text);
	return at_decimal_item(type, &d);
}

static inline XdItem
ut_name_item(AtType type, const char *text)
{
	AtName *name = ut_need(bx_arena_zalloc(&ut_items.arena, sizeof(AtName)));
	const char *end = strchr(text, '}');

	name->uri = bx_str(text + 1, (size_t) (end - text - 1));
	name->local = bx_str(end + 1, strlen(end + 1));
	return (XdItem){.u.name = name, .type = (uint8_t) type, .form = AT_FORM_NAME};
}

/* An item of a type that is named without its prefix. */
static inline XdItem
ut_item(const char *name, const char *text)
{
	AtType type = at_type_find(bx_str(name, strlen(name)));
	XdItem item = at_text_item(type, bx_str(text, strlen(text)));

	switch (at_types[type].family)
	{
		case AT_F_NUMBER: return ut_number_item(type, text);
		case AT_F_BOOLEAN: return at_boolean_item(strcmp(text, "true") == 0);
		case AT_F_MOMENT: return ut_moment_item(type, text);
		case AT_F_DURATION: return ut_duration_item(type, text);
		case AT_F_NAME: return ut_name_item(type, text);
		case AT_F_BYTES: item.form = AT_FORM_BYTES; return item;
		default: return item;
	}
}

static inline unsigned
ut_item_value(const XdItem *item, char *buf)
{
	BxMoment m = {item->u.i, item->n, item->zone};
	AtDecimal d;
	size_t n;
	char *s;

	switch (item->form)
	{
		case AT_FORM_MOMENT: return bx_datetime_format(&m, buf);
		case AT_FORM_SPAN: return bx_span_format(&m, buf);
		case AT_FORM_MONTHS: return bx_months_format(&m, buf);
		case AT_FORM_DOUBLE:
			if (item->u.d == 0 && signbit(item->u.d))
				return (unsigned) sprintf(buf, "-0");
			return (unsigned) sprintf(buf, "%.17g", item->u.d);
		case AT_FORM_TEXT: return (unsigned) sprintf(buf, "%.*s", (int) item->n, item->u.s);
		default:
			d = at_item_decimal(item);
			s = ut_need(at_decimal_format(&ut_items.arena, &d, &n));
			return (unsigned) sprintf(buf, "%.*s", (int) n, s);
	}
}

/* The type and the value: "integer 5"; "!FOAR0001" after an error. */
static inline const char *
ut_item_text(BxStatus st, const XdItem *item)
{
	char *buf = ut_need(bx_arena_zalloc(&ut_items.arena, 2000));
	int n;

	if (st != BX_OK)
	{
		(void) snprintf(buf, 2000, "!%s", ut_items.err.code);
		return buf;
	}
	n = sprintf(buf, "%s ", at_types[item->type].qname + strlen("xs:"));
	buf[(unsigned) n + ut_item_value(item, buf + n)] = '\0';
	return buf;
}

#endif
