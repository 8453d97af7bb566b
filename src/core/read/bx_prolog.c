/*
 * bx_prolog.c -- what precedes the root element and is not an item: DOCTYPE and XML declaration.
 */
#include "../base/bx_core_int.h"

#include "../base/bx_bytes.h"
#include "bx_prolog.h"

static BxStatus
read_doctype(BxReadAll *pass, BxArena *arena, BxProlog *pr, BxError *err)
{
	const uint8_t *body;
	uint32_t off, len;

	BX_TRY(bx_read_all_ext(pass, BX_EXT_DOCTYPE, arena, &body, &off, &len));
	if (body == NULL)
		return BX_OK;
	pr->doctype = (const char *) bx_varint_get(body, body + len, &pr->doctype_at);
	if (pr->doctype == NULL)
		return bx_fail(err, BX_E_CORRUPT, off, "bxml value is damaged: bad DOCTYPE section");
	pr->doctype_len = len - (uint32_t) ((const uint8_t *) pr->doctype - body);
	return BX_OK;
}

static BxStatus
read_declaration(BxReadAll *pass, BxArena *arena, BxProlog *pr, BxError *err)
{
	const uint8_t *body, *end;
	uint32_t off, len, encoding_len;

	BX_TRY(bx_read_all_ext(pass, BX_EXT_DECL, arena, &body, &off, &len));
	if (body == NULL)
		return BX_OK;
	pr->declared = true;
	end = body + len;
	body = bx_varint_get(body, end, &pr->version_len);
	if (body == NULL || pr->version_len > (size_t) (end - body))
		return bx_fail(err, BX_E_CORRUPT, off, "bxml value is damaged: bad declaration section");
	pr->version = (const char *) body;
	body = bx_varint_get(body + pr->version_len, end, &encoding_len);
	if (body == NULL || (size_t) (end - body) != (size_t) encoding_len + 1)
		return bx_fail(err, BX_E_CORRUPT, off, "bxml value is damaged: bad declaration section");
	pr->standalone = (int) body[encoding_len] - 1;
	return BX_OK;
}

BxStatus
bx_prolog_read(BxReadAll *pass, BxArena *arena, BxProlog *pr, BxError *err)
{
	memset(pr, 0, sizeof(*pr));
	pr->standalone = -1;
	if (pass->img.head.ext_n == 0)
		return BX_OK;
	BX_TRY(read_doctype(pass, arena, pr, err));
	return read_declaration(pass, arena, pr, err);
}
