/*
 * xp_id_int.h -- names of attributes that are IDs or refer to them: between xp_dtd.c, which reads them, and xp_id.c,
 * which uses them.
 */
#ifndef XP_ID_INT_H
#define XP_ID_INT_H

#include "xp_string_int.h"

/* What an attribute is declared as. */
typedef enum XpIdType
{
	XP_ID_NONE,
	XP_ID,
	XP_IDREFS /* IDREF or IDREFS */
} XpIdType;

/* A declared attribute; element.s NULL: any element has an attribute of this name that is an ID or a reference. */
typedef struct XpIdName
{
	BxStr element;
	BxStr attribute;
	XpIdType type;
} XpIdName;

/* In the memory that stays until the evaluation ends. */
typedef struct XpIdNames
{
	BxHashMap map;
	XpIdName *names;
	uint32_t n;
	uint32_t cap;
	bool any; /* some attribute is an ID or a reference */
} XpIdNames;

/* xp_id.c: note what is declared of an attribute, unless something is already. */
extern BxStatus xp_id_declare(XpEval *ev, XpIdNames *names, BxStr element, BxStr attribute, XpIdType type);

/* xp_dtd.c: declare all attributes of the document's internal subset. */
extern BxStatus xp_dtd_read(XpEval *ev, XpIdNames *names);

/* Make the index of IDs unless there is one. */
extern BxStatus xp_ids_open(XpEval *ev);

/* Add the elements whose IDs the string lists, in no order. */
extern BxStatus xp_ids_add(XpEval *ev, BxStr s, XpSet *set);

/* Add the attributes that refer to an ID which one of the strings lists, in document order. */
extern BxStatus xp_idrefs_add(XpEval *ev, const BxStr *ids, uint32_t n, XpSet *set);

#endif
