/*
 * wire.c -- the version byte of the binary protocol forms.
 */
#include "postgres.h"
#include "libpq/pqformat.h"

#include "wire.h"

static bool
starts_text(unsigned char c)
{
	return c >= 0x20 || c == '\t' || c == '\n' || c == '\r';
}

int
wire_version(StringInfo buf, const char *type, int newest)
{
	int version;

	if (buf->cursor == buf->len || starts_text((unsigned char) buf->data[buf->cursor]))
		return WIRE_BARE;
	version = pq_getmsgbyte(buf);
	if (version < WIRE_TEXT || version > newest)
		ereport(ERROR, (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
						errmsg("unsupported %s version number %d", type, version)));
	return version;
}
