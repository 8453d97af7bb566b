/*
 * bx_assemble.h -- rows, as bx_walk.h gives them, back to a value.
 *
 * A row is an info item with its label.  Rows come in the order of labels; from the labels follows which element a row
 * belongs to.  They may be those of a whole value, of a subtree, or of several siblings with what is below them: what
 * the first row's parent is becomes the document node.  Labels of the result start anew.
 *
 * Rows are not trusted: what the writer leaves to its callers is checked here (names, characters, namespaces,
 * attributes that occur twice, order, parents), and an error's detail names the label of the row.  A prefix that is
 * not declared where it is used is declared there.
 *
 * Memory is that of the writer, some forty bytes per open element, and the attributes of one start tag.
 */
#ifndef BX_ASSEMBLE_H
#define BX_ASSEMBLE_H

#include "../base/bx_buf.h"
#include "../encode/bx_writer.h"

/* Empty strings mean what a row does not have.  Everything is UTF-8, not checked yet, borrowed for the call. */
typedef struct BxAssembleRow
{
	const uint8_t *label;
	size_t label_n;
	uint8_t kind; /* BX_KIND_ELEMENT, _ATTRIBUTE, _NAMESPACE, _TEXT, _COMMENT, _PI */
	BxStr prefix; /* of elements and attributes */
	BxStr uri;
	BxStr name;     /* of elements and attributes; the prefix that is declared; the target */
	BxStr value;    /* of a declaration the namespace; of an element its text */
	bool has_value; /* an element with a value has no other content */
} BxAssembleRow;

typedef struct BxAssembler BxAssembler;

/* NULL on out of memory.  Borrowed: host; copied: options, whose limits hold for the rows. */
extern BxAssembler *bx_assembler_new(const BxHost *host, const BxWriterOptions *options, BxError *err);
/* Give all memory back; a may be NULL. */
extern void bx_assembler_free(BxAssembler *a);

/*
 * bx_assembler_add: take the next row.  BX_E_SYNTAX_CONTENT, BX_E_COMMENT or BX_E_PI when it makes no well-formed XML
 * with those before, BX_E_ARGUMENT when it is not a row, BX_E_LIMIT and BX_E_DEPTH.  After an error every call
 * returns it.
 */
extern BxStatus bx_assembler_add(BxAssembler *a, const BxAssembleRow *row);

/* Close what is open and lay the value out, as bx_writer_finish does; afterwards a can only be freed. */
extern BxStatus bx_assembler_finish(BxAssembler *a, uint8_t **data, size_t *len);

/* The error of a failed assembler; valid until it is freed. */
extern const BxError *bx_assembler_error(const BxAssembler *a);

#endif
