/*
 * guard.h -- statements that functions execute, as a role that may be another than the caller.
 *
 * What belongs to a table is code of its owner: triggers, checks and defaults, expressions of indexes, which the
 * planner computes, casts and operators of its types.  As in the commands of the server that maintain tables it runs as
 * the owner, and cannot leave anything behind that would run later as the caller.
 */
#ifndef BXML_GUARD_H
#define BXML_GUARD_H

#include "access/attnum.h"
#include "utils/relcache.h"

typedef struct Guard
{
	Oid user;
	int security;
	int level; /* of settings; 0: nothing was changed */
} Guard;

/* What a guard is for. */
typedef enum GuardUse
{
	GUARD_COMMAND, /* a function that is called */
	GUARD_TRIGGER  /* a part of a statement of the caller, as what a foreign key does to other tables */
} GuardUse;

/*
 * Until guard_leave, or the end of the transaction after an error, the role is the current user, and names without a
 * schema, operators above all, are those of the server, whatever the caller's search_path has in front of them.  The
 * role cannot be changed, settings that are made are undone, and row security that is forced on owners does not apply.
 * Of a command nothing may be left that would run later: deferred triggers, temporary tables, cursors WITH HOLD and
 * prepared statements raise 42501.
 */
extern void guard_enter(Guard *guard, Oid role, GuardUse use);

/*
 * The same for statements that read a relation, or one column of it, as its owner.  The caller must have the privilege
 * to: raises 42501.  Where each reader may see other rows (row security, views, and foreign tables unless the caller is
 * a superuser), nothing is changed: the statements are queries of the caller as any other.
 */
extern void guard_enter_read(Guard *guard, Relation rel, AttrNumber column);

extern void guard_leave(const Guard *guard);

#endif
