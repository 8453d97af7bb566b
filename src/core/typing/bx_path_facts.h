/*
 * bx_path_facts.h -- what a schema says of a path before any document is seen: the declarations that each step can
 * reach, how many nodes it finds, whether it can find any, and as what type comparisons compare.
 *
 * Everything holds for all documents that are valid by the schema.  What is not followed (id(), variables of for and
 * let) counts as "anything".
 */
#ifndef BX_PATH_FACTS_H
#define BX_PATH_FACTS_H

#include "../base/bx_buf.h"
#include "../schema/bx_places.h"
#include "../xpath/syntax/xp_ast.h"

/* Places, ascending; or nodes of which nothing is known. */
typedef struct BxPlaceSet
{
	const uint32_t *list;
	uint32_t n;
	bool anything;
} BxPlaceSet;

typedef struct BxPathFact
{
	bool nodes;       /* an expression that gives nodes, or their values, and was reached */
	bool never;       /* nodes: there are none; else: never true */
	uint8_t declared; /* nodes: AtType of each of them */
	uint8_t type;     /* XpFunc, operand of a comparison: the constructor to put around it; 0: none */
	uint32_t least;   /* nodes: of a step for each node it starts from, else in all */
	uint32_t most;
	BxPlaceSet places;
	BxPlaceSet from; /* of a step: what it starts from */
} BxPathFact;

typedef struct BxPathFacts
{
	BxPlaces *places;
	const XpBlock *block;
	BxPathFact *at;    /* per node of the block */
	uint32_t excluded; /* first step that finds nothing although it has something to start from; 0: none */
	bool typed;        /* some comparison has a type */
} BxPathFacts;

/*
 * bx_path_facts: the facts of a path, in the arena; borrows places and block.  from: where it starts, NULL for the
 * document.  BX_E_XPTYPE when a literal is not a value of the type it is compared with.
 */
extern BxStatus bx_path_facts(BxPlaces *places, const BxHost *host, const XpBlock *block,
							  const BxPlaceSet *from, BxArena *arena, BxPathFacts **facts, BxError *err);

/* The path with its comparisons as the facts have them; the block of the facts itself when there are none. */
extern BxStatus bx_path_typed(const BxPathFacts *facts, size_t reserve, BxArena *arena, XpBlock **typed,
							  BxError *err);

/* What the facts say, in words, a line each: for people. */
extern BxStatus bx_path_facts_put(const BxPathFacts *facts, const BxHost *host, BxArena *arena, BxBuf *out,
								  BxError *err);

#endif
