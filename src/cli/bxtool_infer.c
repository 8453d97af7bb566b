/*
 * bxtool_infer.c -- "bxtool infer": a schema made of files, which are all valid by it.
 */
#include <stdio.h>

#include "../codec/bx_lz4.h"
#include "../core/infer/bx_infer.h"
#include "bxtool.h"

int
infer_command(char **words, int n, const Options *opt)
{
	BxInferOptions options = BX_INFER_OPTIONS_DEFAULT;
	BxInfer *infer;
	BxStore store;
	BxError err;
	BxBuf out;
	Input in;
	int i, status = 0;

	bx_error_clear(&err);
	if (bx_infer_new(&options, bx_host_lz4(), &infer, &err) != BX_OK)
		return report("schema", &err);
	for (i = 0; i < n && status == 0; i++)
	{
		if (!input_load(&in, words[i], opt, false))
			return 1;
		bx_store_memory(&store, in.value, in.value_len);
		if (bx_infer_add(infer, &store, &err) != BX_OK)
			status = report(in.name, &err);
	}
	bx_buf_init(&out, bx_host_lz4());
	if (status == 0 && bx_infer_put(infer, &out, &err) != BX_OK)
		status = report("schema", &err);
	if (status == 0)
		printf("%.*s", (int) out.len, (const char *) out.data);
	bx_buf_free(&out);
	bx_infer_free(infer);
	return status;
}
