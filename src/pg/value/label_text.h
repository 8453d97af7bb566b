/*
 * label_text.h -- text of values with their labels, as bxml.output_labels has it.
 */
#ifndef BXML_LABEL_TEXT_H
#define BXML_LABEL_TEXT_H

#include "parse.h"
#include "print.h"

/* As print_text and print_utf8 without options, with the labels in front if the setting is on. */
extern char *outside_text(Datum doc, size_t *len);
extern char *outside_utf8(Datum doc, size_t front, size_t *len);

/* As parse_bytes; labels in front are taken if the setting is on. */
extern BxStatus outside_parse(const char *s, size_t n, const ParseSpec *spec, struct varlena **value,
							  BxError *err);

#endif
