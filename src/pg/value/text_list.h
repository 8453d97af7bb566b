/*
 * text_list.h -- an array of text as a list of words for the core.
 */
#ifndef BXML_TEXT_LIST_H
#define BXML_TEXT_LIST_H

#include "../../core/encode/bx_writer.h"

/* The elements in UTF-8, palloc'd; raises an error that names the argument if one is null. */
extern BxStr *text_list_get(Datum array, const char *argument, uint32_t *n);

#endif
