/*
 * pack.c -- the stored form of new values, as the settings ask for.
 *
 * Where a vocabulary fits, the value refers to it; else it may be compressed by itself.
 * The type has storage EXTERNAL, so the server never compresses values; blocks inside the format do that and stay
 * readable in parts.
 */
#include "postgres.h"

#include "../../core/encode/bx_pack.h"
#include "../server/compat.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "pack.h"
#include "../server/settings.h"
#include "vocabulary.h"

static BxPackPolicy
policy(void)
{
	if (bxml_setting_compression == COMPRESSION_OFF)
		return (BxPackPolicy){SIZE_MAX, 0, 0};
	if (bxml_setting_compression == COMPRESSION_ALWAYS)
		return (BxPackPolicy) BX_PACK_ALWAYS;
	return (BxPackPolicy) BX_PACK_DEFAULT;
}

static struct varlena *
pack(struct varlena *value, const BxShapeIds *ids)
{
	BxPackPolicy p = policy();
	uint8_t *data = NULL;
	size_t len;
	PgHost host;
	BxError err;

	if (bxml_setting_vocabularies == VOCABULARIES_AUTO)
		vocabulary_share(value, ids, &p, &data, &len);
	bx_error_clear(&err);
	if (data == NULL && bxml_setting_compression != COMPRESSION_OFF)
		error_check(bx_pack((const uint8_t *) VARDATA(value), VARSIZE(value) - VARHDRSZ, &p, VARHDRSZ,
							host_here(&host), &data, &len, &err),
					&err);
	if (data == NULL)
		return value;
	SET_VARSIZE(data, len + VARHDRSZ);
	return (struct varlena *) data;
}

struct varlena *
pack_plain(struct varlena *value)
{
	return pack(value, NULL);
}

struct varlena *
pack_parsed(struct varlena *value, const BxShapeIds *ids)
{
	struct varlena *packed = pack(value, ids);

	if (packed != value)
		pfree(value);
	return packed;
}

struct varlena *
pack_new(struct varlena *value)
{
	return pack_parsed(value, NULL);
}
