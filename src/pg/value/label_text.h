/*
 * label_text.h -- the text of values with their labels, as bxml.output_labels asks for.
 */
#ifndef BXML_LABEL_TEXT_H
#define BXML_LABEL_TEXT_H

#include "parse.h"
#include "print.h"

/* As print_text and print_utf8 without options; with the labels if the setting is on. */
extern char *outside_text(Datum doc, size_t *len);
extern char *outside_utf8(Datum doc, size_t front, size_t *len);

/* As parse_bytes; takes labels from the text if the setting is on. */
extern BxStatus outside_parse(const char *s, size_t n, const ParseSpec *spec, struct varlena **value,
							  BxError *err);

#endif
