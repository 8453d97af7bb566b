/*
 * bx_label_text.h -- what a value knows about its labels, as a processing instruction in front of its text.
 *
 *     <?bxml-labels root=1.5 1.5(1=2.1 4=9 max:13) 1.5.9(@max:5)?>
 *
 * Text alone drops label exceptions, marks and the root label of a fragment (FORMAT.md, sections 6, 7 and 68); the
 * instruction carries them.  Below the node with the label before the parenthesis, the child with index 1 (from 0)
 * has a label that ends in 2.1; levels and marks with @ are about attributes, with # about declarations.  max and min
 * are the marks 0 and 1, caret-max and caret-min 2 and 3.
 *
 * It is the instruction that stands right at the start of the text, or right behind the XML declaration; one
 * elsewhere is a node like any other.  A value whose first node is an instruction with this name is printed with an
 * empty one in front, so that the two are never mistaken for each other.
 */
#ifndef BX_LABEL_TEXT_H
#define BX_LABEL_TEXT_H

#include "../store/bx_window.h"

/* Append the instruction, or nothing for a value that needs none.  Memory for the table and the sections. */
extern BxStatus bx_label_text_print(BxStore *store, const BxHost *host, BxBuf *out, BxError *err);

/* Where it belongs in a text that was printed: behind the XML declaration. */
extern size_t bx_label_text_place(const char *s, size_t n);

/* The instruction of a text: *len bytes at *off; false when it has none. */
extern bool bx_label_text_find(const char *s, size_t n, size_t *off, size_t *len);

/*
 * bx_label_text_apply: the plain value v, which the text without the instruction of len bytes at s gave, with the
 * labels of the instruction.  *data is host memory that belongs to the caller: reserve free bytes, then *data_n
 * bytes. Nothing is believed: BX_E_LABEL, naming bxml.output_labels, if the text is not such an instruction (pos
 * counts from its start) or does not fit the value.
 */
extern BxStatus bx_label_text_apply(const char *s, size_t len, const uint8_t *v, size_t n, size_t reserve,
									const BxHost *host, uint8_t **data, size_t *data_n, BxError *err);

#endif
