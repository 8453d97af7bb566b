/*
 * xp_id_int.h -- names of attributes that are IDs: between xp_dtd.c, which reads them, and xp_id.c, which uses them.
 */
#ifndef XP_ID_INT_H
#define XP_ID_INT_H

#include "xp_string_int.h"

/* A declared attribute; element.s NULL: any element has an ID attribute of this name. */
typedef struct XpIdName
{
	BxStr element;
	BxStr attribute;
	bool id;
} XpIdName;

/* In the memory that stays until the evaluation ends. */
typedef struct XpIdNames
{
	BxHashMap map;
	XpIdName *names;
	uint32_t n;
	uint32_t cap;
	bool any; /* some attribute is an ID */
} XpIdNames;

/* xp_id.c: note what is declared of an attribute, unless something is already. */
extern BxStatus xp_id_declare(XpEval *ev, XpIdNames *names, BxStr element, BxStr attribute, bool id);

/* xp_dtd.c: declare all attributes of the document's internal subset. */
extern BxStatus xp_dtd_read(XpEval *ev, XpIdNames *names);

/* Make the index of IDs unless there is one. */
extern BxStatus xp_ids_open(XpEval *ev);

/* Add the elements whose IDs the string lists, in no order. */
extern BxStatus xp_ids_add(XpEval *ev, BxStr s, XpSet *set);

#endif
