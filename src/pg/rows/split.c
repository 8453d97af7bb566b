/*
 * split.c -- the records of a long text, one by one.
 *
 * The source is read in pieces, and records are returned in between, so memory is bounded by the largest record (and
 * by the source itself if that is an SQL value).  The memory of libxml2 and the file are not in a memory context: a
 * callback releases them when the context of the split ends, however that happens.
 *
 * The file is a virtual file descriptor of the server, which is read by offset and closed by its owner: a stream of
 * AllocateFile would be closed under a cursor when a subtransaction that fetched from it is rolled back.  Large
 * objects are read by the function of the server, a piece per call, with its checks and the snapshot of the query.
 */
#include "postgres.h"

#include <sys/stat.h>

#include "catalog/pg_authid.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "storage/fd.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/memutils.h"
#include "utils/wait_event.h"

#include "../../core/xpath/result/xp_record_rule.h"
#include "../../xml/bx_split.h"
#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "../value/pack.h"
#include "../value/parse.h"
#include "../server/notice.h"
#include "../query/path.h"
#include "../query/result.h"
#include "split.h"

/* Bytes read at once from a file or a large object. */
#define READ_SIZE (64 * 1024)

struct Split
{
	MemoryContext cxt; /* of the parser, and of the callback */
	PgHost host;       /* never jumps, for the parser */
	PgHost eval_host;  /* for predicates */
	SplitFrom from;
	BxSplit *split; /* NULL when closed */
	TextPieces pieces;
	Datum large_object;
	File file; /* -1: none */
	const char *name;
	char *buf;
	int64 offset;
	const char *piece; /* the rest of the last piece, not fed yet */
	size_t piece_n;
	bool ended; /* the parser knows it, or has failed with status */
	int64 records;
	const XpBlock *path;
	BxStatus status;
};

/* ---- sources ---- */

/* Opening a pipe would block until a writer opens it, in a call that cannot be canceled. */
static void
check_regular(const char *name)
{
	struct stat st;

	if (stat(name, &st) == 0 && !S_ISREG(st.st_mode))
		ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE), errmsg("\"%s\" is not a regular file", name)));
}

/* The server has no code for names that no file can have. */
static int
open_errcode(void)
{
	return errno == ENAMETOOLONG || errno == ELOOP ? errcode(ERRCODE_INVALID_PARAMETER_VALUE)
												   : errcode_for_file_access();
}

/* Requires the permissions of COPY FROM a file. */
static void
open_file(Split *s, const char *name)
{
	if (!has_privs_of_role(GetUserId(), ROLE_PG_READ_SERVER_FILES))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied to read a file of the server"),
				 errdetail("Only roles with privileges of the \"%s\" role may read files of the server.",
						   "pg_read_server_files"),
				 errhint("Anyone can load the output of \"bxtool split\" with COPY FROM STDIN.")));
	check_regular(name);
	s->name = name;
	s->file = PathNameOpenFile(name, O_RDONLY | PG_BINARY);
	if (s->file < 0)
		ereport(ERROR, (open_errcode(), errmsg("could not open file \"%s\" for reading: %m", name)));
}

static size_t
read_file(Split *s, const char **piece)
{
	int n = FileRead(s->file, s->buf, READ_SIZE, s->offset, PG_WAIT_EXTENSION);

	if (n < 0)
		ereport(ERROR, (errcode_for_file_access(), errmsg("could not read file \"%s\": %m", s->name)));
	s->offset += n;
	*piece = s->buf;
	return n;
}

static size_t
read_large_object(Split *s, const char **piece)
{
	bytea *b = DatumGetByteaPP(DirectFunctionCall3(be_lo_get_fragment, s->large_object,
												   Int64GetDatum(s->offset), Int32GetDatum(READ_SIZE)));
	size_t n = VARSIZE_ANY_EXHDR(b);

	memcpy(s->buf, VARDATA_ANY(b), n);
	pfree(b);
	s->offset += (int64) n;
	*piece = s->buf;
	return n;
}

/* The next piece of the source; 0 at its end. */
static size_t
read_piece(Split *s, const char **piece)
{
	size_t n = 0;
	BxError err;

	switch (s->from)
	{
		case SPLIT_FILE: return read_file(s, piece);
		case SPLIT_LARGE_OBJECT: return read_large_object(s, piece);
		default: error_check(pieces_next(&s->pieces, piece, &n, &err), &err); return n;
	}
}

static void
open_source(Split *s, Datum source, ParseSpec *spec)
{
	struct varlena *v;
	BxError err;

	parse_spec_input(spec);
	if (s->from != SPLIT_TEXT)
	{
		spec->encoding = PARSE_DETECT;
		spec->verified = false;
	}
	switch (s->from)
	{
		case SPLIT_FILE: open_file(s, text_to_cstring(DatumGetTextPP(source))); break;
		case SPLIT_LARGE_OBJECT: s->large_object = source; break;
		default:
			v = PG_DETOAST_DATUM_PACKED(source);
			error_check(pieces_begin(&s->pieces, VARDATA_ANY(v), VARSIZE_ANY_EXHDR(v), spec, &err), &err);
			return;
	}
	s->buf = palloc(READ_SIZE);
}

/* ---- the split ---- */

/* Runs before the memory of the context is freed. */
static void
release(void *arg)
{
	Split *s = arg;

	bx_split_free(s->split);
	s->split = NULL;
	if (s->file >= 0)
		FileClose(s->file);
	s->file = -1;
}

/* The path lives as long as the split. */
static const XpBlock *
keep_path(Datum path, BxArena *arena)
{
	struct varlena *p = PG_DETOAST_DATUM_COPY(path);

	return path_block((uint8_t *) VARDATA(p), VARSIZE(p) - VARHDRSZ, arena);
}

Split *
split_open(SplitFrom from, Datum source, Datum path, MemoryContext cxt)
{
	MemoryContext own = AllocSetContextCreate(cxt, "bxml split", ALLOCSET_DEFAULT_SIZES);
	MemoryContext caller = MemoryContextSwitchTo(own);
	Split *s = palloc0(sizeof(Split));
	MemoryContextCallback *callback = palloc0(sizeof(MemoryContextCallback));
	BxParseOptions options;
	BxRecordRule rule;
	ParseSpec spec;
	BxArena arena;
	BxError err;

	s->cxt = own;
	s->from = from;
	s->file = -1;
	callback->func = release;
	callback->arg = s;
	MemoryContextRegisterResetCallback(own, callback);
	host_init_still(&s->host, own);
	host_init(&s->eval_host, own);
	bx_arena_init(&arena, &s->host.host);
	open_source(s, source, &spec);
	parse_options(&options, &spec);
	s->path = keep_path(path, &arena);
	if (xp_record_rule(s->path, &s->host.host, &s->eval_host.host, &rule, &err) == BX_OK)
		s->split = bx_split_new(&s->host.host, &options, &rule, &err);
	if (s->split == NULL)
		error_raise(&err);
	MemoryContextSwitchTo(caller);
	return s;
}

void
split_close(Split *split)
{
	MemoryContextDelete(split->cxt);
}

static BxStatus
end_text(Split *s)
{
	BxStatus st = bx_split_end(s->split);
	const char *skipped;
	uint32_t n;

	skipped = bx_split_skipped(s->split, &n);
	if (st == BX_OK)
		parse_notice(skipped, n);
	return st;
}

/* Feed a portion of the current piece or of the next one, or report that there is none. */
static void
advance(Split *s)
{
	size_t n;

	CHECK_FOR_INTERRUPTS();
	if (s->piece_n == 0)
		s->piece_n = read_piece(s, &s->piece);
	n = Min(s->piece_n, bx_split_portion(s->split));
	if (n > 0)
		s->status = bx_split_feed(s->split, s->piece, n);
	else
		s->status = end_text(s);
	s->piece += n;
	s->piece_n -= n;
	s->ended = n == 0 || s->status != BX_OK;
}

/* The text ended without a record. */
static void
notice_empty(Split *s)
{
	PgHost host;
	BxBuf why;
	BxError err;

	if (!notice_first(NOTICE_SPLIT_EMPTY))
		return;
	bx_buf_init(&why, host_here(&host));
	error_check(bx_split_why(s->split, &why, &err), &err);
	ereport(NOTICE, (errmsg("record path selects no element of the text"),
					 errdetail("The path is \"%s\".", result_source(s->path)),
					 errhint("%s", encoding_lossy((const char *) why.data, why.len))));
	bx_buf_free(&why);
}

struct varlena *
split_next(Split *s)
{
	uint8_t *data;
	size_t len;
	struct varlena *value;

	for (;;)
	{
		error_check(bx_split_next(s->split, &data, &len), bx_split_error(s->split));
		if (data != NULL)
			break;
		if (s->ended)
		{
			error_check(s->status, bx_split_error(s->split));
			if (s->records == 0)
				notice_empty(s);
			return NULL;
		}
		advance(s);
	}
	s->records++;
	value = palloc_extended(len + VARHDRSZ, MCXT_ALLOC_HUGE);
	memcpy(VARDATA(value), data + VARHDRSZ, len);
	SET_VARSIZE(value, len + VARHDRSZ);
	pfree(data);
	return pack_new(value);
}
