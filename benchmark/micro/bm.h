/*
 * bm.h -- what the files of the micro benchmark share: documents, engines, the measuring loop.
 *
 * One program measures all engines in alternating rounds on the same documents in memory, and stops with an error
 * when two engines disagree about what a document holds or what a query answers.  Nothing here is a library: running
 * out of memory or a document that an engine refuses ends the program.
 */
#ifndef BM_H
#define BM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C"
{
#endif

	/* ---------------------------------------------------------------- documents (bm_data.c) */

	typedef struct BmDoc
	{
		const char *text;
		size_t len;
		uint8_t *value; /* our binary form */
		size_t value_len;
	} BmDoc;

	typedef struct BmSet
	{
		const char *name;
		const char *queries; /* set that its queries belong to; NULL: name */
		const char *prefix;  /* that queries use for the default namespace, or NULL */
		const char *uri;
		BmDoc *docs;
		size_t n;
		size_t bytes;       /* of text */
		size_t value_bytes; /* of our binary form */
		bool foreign;       /* not made by bxgen: CDATA, references and blanks in tags may shorten the text */
		uint64_t nodes;     /* elements, attributes, texts */
	} BmSet;

	/* Documents of a file, separated by NUL bytes. */
	extern void bm_load(BmSet *set, const char *path);
	extern void bm_unload(BmSet *set);

	extern void bm_die(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));
	extern void *bm_alloc(size_t n);

	/* ---------------------------------------------------------------- traversal */

	/* What a traversal saw.  Every engine must come to the same; lengths are of values as text. */
	typedef struct BmTally
	{
		uint64_t elements;
		uint64_t attributes; /* without namespace declarations */
		uint64_t texts;      /* only where the engine delivers text in one piece */
		uint64_t attr_bytes;
		uint64_t text_bytes;
	} BmTally;

	/*
 * The receiver of a traversal: one call per event through a pointer, as a consumer of a SAX parser has it.  Names
 * and values are not NUL-terminated in every engine, so all come with a length.
 */
	typedef struct BmSink
	{
		void (*element)(BmTally *t, const char *name, size_t n);
		void (*attribute)(BmTally *t, const char *name, size_t n, const char *value, size_t len);
		void (*text)(BmTally *t, const char *s, size_t n);
		void (*end)(BmTally *t);
	} BmSink;

	extern const BmSink *bm_sink(void);

	/* ---------------------------------------------------------------- queries */

	typedef enum BmWant
	{
		BM_COUNT, /* nodes selected, summed over the documents */
		BM_VALUE, /* string value of each document's first node */
		BM_EXISTS /* documents in which anything is selected */
	} BmWant;

	typedef struct BmAnswer
	{
		uint64_t count; /* nodes; documents with a value; documents where it exists */
		uint64_t hash;  /* of the values */
	} BmAnswer;

	/* A matcher for expat, written by hand for one query. */
	typedef struct BmMatcher BmMatcher;

	typedef struct BmQuery
	{
		const char *set;
		const char *id;
		BmWant want;
		const char *path; /* names of the default namespace carry the set's prefix */
		const BmMatcher *matcher;
	} BmQuery;

	extern const BmQuery bm_queries[];
	extern const size_t bm_n_queries;

	extern void bm_answer_value(BmAnswer *a, const char *s, size_t n);

	/* ---------------------------------------------------------------- engines */

	/* How a traversal hands over texts. */
	typedef enum BmTexts
	{
		BM_TEXTS_PIECES,
		BM_TEXTS_WHOLE,
		BM_TEXTS_STORED /* whole, numbers as typed bytes: their lengths are not those of the text */
	} BmTexts;

	/*
 * ctx is what open made of a set (trees, tables); everything runs over all documents of the set.  A NULL function:
 * the engine has no such operation.
 */
	typedef struct BmEngine
	{
		const char *name;
		void *(*open)(BmSet *set);
		void (*close)(void *ctx);
		void (*parse)(const BmSet *set); /* text to the engine's form, thrown away */
		void (*traverse)(void *ctx, BmTally *t);
		size_t (*serialise)(void *ctx); /* bytes written */
		void *(*query_new)(void *ctx, const BmQuery *q);
		void (*query_run)(void *query, BmAnswer *a);
		void (*query_free)(void *query);
		size_t (*size)(void *ctx); /* bytes of the engine's form */
		BmTexts texts;
		bool by_hand; /* its queries are matchers written by hand */
	} BmEngine;

	extern const BmEngine bm_bxml, bm_bxml_text, bm_bxml_reader, bm_bxml_libxml, bm_expat, bm_libxml_sax,
		bm_libxml_dom, bm_libxml_parse, bm_pugixml, bm_pugixml_parse;

	/* Encode every document of the set into our form. */
	extern void bm_encode(BmSet *set);

	/* ---------------------------------------------------------------- measuring (bm_clock.c) */

#define BM_CASES_MAX 16
#define BM_RUNS_MAX 25

	typedef struct BmCase
	{
		const char *engine;
		void (*run)(void *arg);
		void *arg;
		void (*undo)(void *arg); /* after every run, not timed; or NULL */
		double (*remote)(
			void *arg); /* or NULL: a sample taken elsewhere, seconds per run; the first one warms up */
		uint32_t loops; /* runs per sample */
		double sample[BM_RUNS_MAX]; /* seconds per run */
	} BmCase;

	typedef struct BmRun
	{
		unsigned runs;      /* samples per case */
		double min_seconds; /* a sample repeats its case until it takes this long */
	} BmRun;

	/* Alternating rounds over the cases: every case once, then every case again. */
	extern void bm_measure(const BmRun *run, BmCase *cases, size_t n);

	/*
 * One JSON line per case: median, least and greatest of `scale / seconds` (invert) or `seconds * scale`.
 */
	extern void bm_report(const BmRun *run, const BmSet *set, const char *measure, const char *unit,
						  double scale, bool invert, BmCase *cases, size_t n);
	extern void bm_report_value(const BmSet *set, const char *measure, const char *engine, const char *unit,
								double value);
	extern const char *bm_clock_name(void);

	/* ---------------------------------------------------------------- a set through all engines (bench.c) */

	typedef struct BmBench
	{
		BmRun run;
		BmSet *set;
		const BmEngine *const *engines;
		size_t n_engines;    /* at most BM_CASES_MAX */
		const char *engine;  /* time only this one; NULL: all */
		const char *measure; /* time only what has this in its name; NULL: all */
		bool by_hand;        /* only queries that have a matcher */
		void *ctx[BM_CASES_MAX];
	} BmBench;

	/* Load the set from FOLDER/NAME.xml, check that the engines agree, measure, write the lines of the record. */
	extern void bm_bench(BmBench *s, const char *folder);

#ifdef __cplusplus
}
#endif

#endif
