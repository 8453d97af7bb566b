/*
 * inspect.c -- a value opened for its tables, and the name of its root element.
 */
#include "postgres.h"
#include "fmgr.h"
#include "miscadmin.h"

#include "../../core/read/bx_reader.h"
#include "../server/compat.h"
#include "../server/errors.h"
#include "inspect.h"

void
inspect_open(Inspected *x, Datum value)
{
	bx_arena_init(&x->arena, host_here(&x->host));
	datum_image_open(&x->doc, value, &x->arena, &x->table);
}

void
inspect_close(Inspected *x)
{
	datum_image_close(&x->doc);
	bx_arena_reset(&x->arena);
}

const BxNameInfo *
inspect_root(Inspected *x)
{
	BxError *err = &x->doc.err; /* that of the image, which the reader reads */
	BxReader *rd;
	BxEvent ev;

	error_check(bx_reader_new(&rd, &x->table, &x->doc.items.source, &x->arena, err), err);
	do
	{
		CHECK_FOR_INTERRUPTS();
		error_check(bx_reader_next(rd, &ev), err);
		if (ev.kind == BX_EV_ELEMENT || ev.kind == BX_EV_LEAF)
			return &x->table.names[x->table.shapes[ev.shape].name];
	} while (ev.kind != BX_EV_DONE);
	return NULL;
}
