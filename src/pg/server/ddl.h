/*
 * ddl.h -- utility statements that functions execute.
 */
#ifndef BXML_DDL_H
#define BXML_DDL_H

/* Execute a statement; SPI must be connected.  What is put into it must be quoted.  Raises errors. */
extern void ddl_run(const char *format, ...) pg_attribute_printf(1, 2);

#endif
