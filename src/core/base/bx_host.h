/*
 * bx_host.h -- what the surroundings provide to the core: memory, a poll, a stack check.
 *
 * A BxHost is passed in, never global.  alloc and resize return NULL instead of failing any other way.
 * poll may jump out (a server cancel does); the core therefore owns nothing but host memory, which the
 * host frees wholesale, and never needs to run clean-up code.
 *
 * Every loop over input charges its work to the host's meter, in bytes or in steps; the meter polls.  A charge is a
 * subtraction and a branch.  What handles many bytes in one go (memcpy, memcmp, memchr, qsort) charges them before, and
 * in pieces where they can be more than BX_POLL_UNITS: bx_long.h has copies, comparisons and searches in pieces.
 */
#ifndef BX_HOST_H
#define BX_HOST_H

#include "bx_status.h"

/*
 * A block codec.  The core links none; the host brings its codecs as a list, in the order in which a writer prefers
 * them. deflate returns the bytes written, 0 when they would not fit; inflate must produce exactly len bytes and
 * accepts any input without reading or writing outside.  inflate_part makes the first `part` of the len bytes, and may
 * make more; damage behind them is not noticed.  It is NULL where that saves nothing.
 */
typedef struct BxCodec BxCodec;
struct BxCodec
{
	uint8_t code; /* as stored in values: 1 is lz4, 2 lz4 behind a dictionary */
	size_t most;  /* deflate takes no more plain bytes than these, nor does a writer use it for more in all */
	size_t (*bound)(size_t n);
	size_t (*deflate)(const uint8_t *src, size_t n, uint8_t *dst, size_t cap);
	bool (*inflate)(const uint8_t *src, size_t n, uint8_t *dst, size_t len);
	bool (*inflate_part)(const uint8_t *src, size_t n, uint8_t *dst, size_t len, size_t part);
	const BxCodec *next; /* NULL at the end */
};

/* The most words a codec can be given. */
#define BX_WORDS_MAX 16384

/*
 * A codec behind words that are given with every call, at most BX_WORDS_MAX bytes with eight more that can be read
 * behind them.  It packs with an index of them: index_size bytes that `index` fills.  deflate and inflate are
 * otherwise those of a BxCodec.
 */
typedef struct BxWordCodec
{
	uint8_t code; /* as stored in values */
	size_t index_size;
	void (*index)(const uint8_t *words, uint32_t n_words, void *index);
	size_t (*deflate)(const uint8_t *words, uint32_t n_words, const void *index, const uint8_t *src, size_t n,
					  uint8_t *dst, size_t cap);
	bool (*inflate)(const uint8_t *words, uint32_t n_words, const uint8_t *src, size_t n, uint8_t *dst,
					size_t len);
} BxWordCodec;

/*
 * What strings from outside are hashed with: random, one per process, and never shown.  Tests choose it.
 */
typedef struct BxHashSeed
{
	uint64_t k0, k1;
} BxHashSeed;

/* Units of work between two polls: bytes handled at the speed of memory.  All of them take a few milliseconds. */
#define BX_POLL_UNITS (4 << 20)
/* The units of one step: an item decoded, a node visited, an expression evaluated, an entry of a table compared. */
#define BX_STEP_UNITS 256

/* Work since the last poll, and for tests the most there ever was between two. */
typedef struct BxMeter
{
	int64_t left;   /* units until the next poll; not above 0 only inside of a charge */
	int64_t most;   /* units charged between two polls, at most */
	uint64_t polls; /* how many there were */
} BxMeter;

#define BX_METER_INIT                                                                                        \
	{                                                                                                        \
		BX_POLL_UNITS, 0, 0                                                                                  \
	}

typedef struct BxHost
{
	void *ctx;
	void *(*alloc)(void *ctx, size_t n);
	void *(*resize)(void *ctx, void *p, size_t n); /* p may be NULL */
	void (*release)(void *ctx, void *p);           /* p may be NULL */
	BxStatus (*poll)(void *ctx);                   /* BX_OK or BX_E_CANCEL; may jump */
	BxMeter *meter; /* shared by all hosts of a thread; NULL: every charge polls */
	bool (*stack_ok)(
		void *ctx);       /* false when recursion must stop; may jump; NULL: never.  bx_stack_ok asks */
	const BxCodec *codec; /* the first, or NULL: compressed values can then not be read */
	BxHashSeed seed;
	uint64_t *probes; /* where hash tables count the slots they look at, for tests; or NULL */
} BxHost;

/*
 * Host over malloc, for tools and unit tests; no budget, never cancels, 4 MB of stack.  One per thread; its seed comes
 * from where the system put things and from the clock.
 */
extern const BxHost *bx_host_libc(void);
/* The same with codecs. */
extern const BxHost *bx_host_libc_with(const BxCodec *codec);

/* Is there stack for more recursion? */
static inline bool
bx_stack_ok(const BxHost *host)
{
	return host->stack_ok == NULL || host->stack_ok(host->ctx);
}

/* The codec with a code; NULL when the host has none. */
static inline const BxCodec *
bx_codec_find(const BxHost *host, uint8_t code)
{
	const BxCodec *codec = host->codec;

	while (codec != NULL && codec->code != code)
		codec = codec->next;
	return codec;
}

/* The codec for n plain bytes in all; NULL when the host has none. */
static inline const BxCodec *
bx_codec_for(const BxHost *host, size_t n)
{
	const BxCodec *codec = host->codec;

	while (codec != NULL && codec->most < n)
		codec = codec->next;
	return codec;
}

/* Ask the host whether to continue, whatever the meter says.  Loops call bx_charge or bx_step instead. */
extern BxStatus bx_poll(const BxHost *host);

/* Charge work: so many bytes, or units.  BX_E_CANCEL when the host says so; may jump. */
static inline BxStatus
bx_charge(const BxHost *host, uint64_t units)
{
	BxMeter *meter = host->meter;

	return meter != NULL && (meter->left -= (int64_t) units) > 0 ? BX_OK : bx_poll(host);
}

/* Charge one step of a loop. */
static inline BxStatus
bx_step(const BxHost *host)
{
	return bx_charge(host, BX_STEP_UNITS);
}

/* Charge n steps. */
static inline BxStatus
bx_steps(const BxHost *host, uint64_t n)
{
	return bx_charge(host, n * BX_STEP_UNITS);
}

/* Note work where no poll is possible; the next charge polls when it was much. */
static inline void
bx_note(const BxHost *host, uint64_t units)
{
	if (host->meter != NULL)
		host->meter->left -= (int64_t) units;
}

#endif
