/*
 * ty_int.h -- what the files that find facts of a path share.
 */
#ifndef TY_INT_H
#define TY_INT_H

#include "../base/bx_core_int.h"

#include "bx_path_facts.h"

typedef struct TyFacts
{
	BxPathFacts *facts;
	BxPlaces *places;
	const BxHost *host;
	BxArena *arena;
	BxError *err;
	const XpExpr *nodes;
	const XpName *names;
	const char *pool;
	uint32_t *mark; /* per place: list it was last put into */
	uint32_t n_marks;
	uint32_t marked;
	uint32_t depth;
	bool unbound; /* some prefix is bound later: nothing is typed */
	bool all;     /* everything that can be in a document is listed: */
	BxPlaceSet everything;
	uint32_t *parents; /* of place i: from parents_at[i] on */
	uint32_t *parents_at;
	uint32_t n_parents_at;
} TyFacts;

/* A list of places while it is made. */
typedef struct TyList
{
	uint32_t *list;
	uint32_t n;
	uint32_t cap;
} TyList;

/* ty_set.c: begin a list; only one is made at a time. */
extern BxStatus bx_place_list_begin(TyFacts *f, TyList *list);
extern BxStatus bx_place_list_add(TyFacts *f, TyList *list, uint32_t place);
extern BxPlaceSet bx_place_list_end(TyFacts *f, TyList *list);
extern BxStatus bx_places_unite(TyFacts *f, const BxPlaceSet *a, const BxPlaceSet *b, BxPlaceSet *both);
/* The declared type that all have; AT_ANY_TYPE otherwise. */
extern AtType bx_places_declared(const TyFacts *f, const BxPlaceSet *set);

/* ty_axis.c: what a step finds from a set, and how many of them for each node of it. */
extern BxStatus bx_facts_step(TyFacts *f, const XpExpr *step, const BxPlaceSet *from, BxPathFact *fact);

/* ty_compare.c: as what the operands of a comparison are compared. */
extern BxStatus bx_facts_compare(TyFacts *f, const XpExpr *comparison);

#endif
