/*
 * xd_array.c -- arrays: members in a row, which arrays made of each other share.
 */
#include "../base/bx_core_int.h"

#include "xd_function.h"

#include "../base/bx_long.h"

static BxStatus
new_array(XdStorage store, const XdSeq *members, uint64_t n, XdMembers *room, BxError *err, XdArray **out)
{
	XdArray *a = bx_arena_zalloc(store.arena, sizeof(XdArray));

	if (a == NULL)
		return bx_fail_nomem(err, sizeof(XdArray));
	a->f.kind = XD_ARRAY;
	a->f.arity = 1;
	a->f.held = store.held;
	a->arena = store.arena;
	a->members = members;
	a->n = n;
	a->room = room;
	*out = a;
	return BX_OK;
}

static BxStatus
new_room(BxArena *arena, uint64_t cap, BxError *err, XdMembers **room)
{
	size_t size = sizeof(XdMembers) + cap * sizeof(XdSeq);

	*room = cap < SIZE_MAX / sizeof(XdSeq) / 2 ? bx_arena_alloc(arena, size) : NULL;
	if (*room == NULL)
		return bx_fail_nomem(err, size);
	(*room)->used = 0;
	(*room)->cap = cap;
	return BX_OK;
}

static BxStatus
new_empty(XdStorage store, uint64_t cap, BxError *err, XdArray **array)
{
	XdMembers *room = NULL;

	if (cap > 0)
		BX_TRY(new_room(store.arena, cap, err, &room));
	return new_array(store, room != NULL ? room->list : NULL, 0, room, err, array);
}

BxStatus
xd_array_new(BxArena *arena, uint64_t cap, BxError *err, XdArray **array)
{
	XdStorage store;

	BX_TRY(xd_store(arena, err, &store));
	return new_empty(store, cap, err, array);
}

BxStatus
xd_array_like(const XdFunction *like, uint64_t cap, BxError *err, XdArray **array)
{
	BxArena *arena = like->kind == XD_MAP ? ((const XdMap *) like)->arena : ((const XdArray *) like)->arena;

	return new_empty((XdStorage){arena, like->held}, cap, err, array);
}

/* Is there room behind the last member that no other array has taken? */
static bool
has_room(const XdArray *a)
{
	return a->room != NULL && a->members + a->n == a->room->list + a->room->used &&
		   a->room->used < a->room->cap;
}

/* Room for the members and as many again. */
static BxStatus
move_members(const XdArray *a, BxError *err, XdMembers **room)
{
	BX_TRY(new_room(a->arena, a->n * 2 + 4, err, room));
	BX_TRY(bx_long_copy(a->arena->host, (*room)->list, a->members, a->n * sizeof(XdSeq)));
	(*room)->used = a->n;
	return BX_OK;
}

static BxStatus
put_member(XdArray *a, const XdSeq *member, BxError *err)
{
	if (!has_room(a))
	{
		BX_TRY(move_members(a, err, &a->room));
		a->members = a->room->list;
	}
	a->room->list[a->room->used++] = *member;
	a->n++;
	return BX_OK;
}

BxStatus
xd_array_add(XdArray *a, const XdSeq *member, BxError *err)
{
	XdSeq kept;

	BX_TRY(xd_seq_keep(a->arena, member, &kept, err));
	return put_member(a, &kept, err);
}

BxStatus
xd_array_share(XdArray *a, const XdFunction *of, const XdSeq *member, BxError *err)
{
	BX_TRY(xd_function_hold(a->arena, of, err));
	return put_member(a, member, err);
}

/* All members in memory of their own, with room for as many again. */
static BxStatus
renew(BxArena *arena, const XdArray *array, BxError *err, XdArray **copy)
{
	uint64_t i;

	BX_TRY(xd_array_new(arena, array->n * 2 + 4, err, copy));
	BX_TRY(bx_steps(arena->host, array->n));
	for (i = 0; i < array->n; i++)
		BX_TRY(xd_array_add(*copy, &array->members[i], err));
	return BX_OK;
}

BxStatus
xd_array_append(BxArena *arena, const XdArray *array, const XdSeq *member, BxError *err, XdArray **out)
{
	XdArray *a = NULL;

	if (has_room(array))
		BX_TRY(new_array((XdStorage){array->arena, array->f.held}, array->members, array->n, array->room, err,
						 &a));
	else
		BX_TRY(renew(arena, array, err, &a));
	BX_TRY(xd_array_add(a, member, err));
	*out = a;
	return BX_OK;
}

BxStatus
xd_array_part(const XdArray *array, uint64_t from, uint64_t n, BxError *err, XdArray **out)
{
	return new_array((XdStorage){array->arena, array->f.held}, n > 0 ? array->members + from : NULL, n,
					 n > 0 ? array->room : NULL, err, out);
}

BxStatus
xd_array_each(const XdArray *array, const BxHost *host, BxError *err, XdItemTake take, void *ctx)
{
	uint64_t i, k;

	if (!bx_stack_ok(host))
		return bx_fail(err, BX_E_DEPTH, -1, "arrays are nested too deeply");
	for (i = 0; i < array->n; i++)
		for (k = 0; k < array->members[i].n; k++)
		{
			XdItem item = xd_seq_at(&array->members[i], k);

			BX_TRY(bx_step(host));
			BX_TRY(take(ctx, &item));
		}
	return BX_OK;
}
