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

char *
wire_get_text(StringInfo buf, const char *type, int *len)
{
	wire_version(buf, type, WIRE_TEXT);
	return pq_getmsgtext(buf, buf->len - buf->cursor, len);
}

bytea *
wire_text(const char *s, size_t n)
{
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendbyte(&buf, WIRE_TEXT);
	pq_sendtext(&buf, s, (int) n);
	return pq_endtypsend(&buf);
}
