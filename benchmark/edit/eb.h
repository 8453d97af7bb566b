/*
 * eb.h -- what the files of the edit benchmark share: tasks and engines.
 *
 * Documents, clock and records are those of the micro benchmark (../micro/bm.h).
 */
#ifndef EB_H
#define EB_H

#include "../micro/bm.h"

#ifdef __cplusplus
extern "C"
{
#endif

	typedef enum EbOp
	{
		EB_EVALUATE, /* find the nodes */
		EB_REMOVE,   /* find, remove, write text */
		EB_SET,      /* find texts, give each a new value, write text */
		EB_INSERT,   /* find elements, put a new one behind each, write text */
		EB_WRITE     /* write text, nothing is changed; the path finds the root */
	} EbOp;

	typedef struct EbTask
	{
		const char *id;
		EbOp op;
		const char *path;
		const char *name; /* INSERT: of the new element */
		const char *text; /* the new value; INSERT: in the new element */
	} EbTask;

	/* What a run left behind; out is valid until the next one. */
	typedef struct EbResult
	{
		uint64_t count; /* nodes found */
		const char *out;
		size_t len; /* 0: nothing written */
	} EbResult;

	/* One engine on one document with one task; the path is compiled and the engine's form ready after open. */
	typedef struct EbEngine
	{
		const char *name;
		void *(*open)(const BmDoc *doc, const EbTask *task);
		void (*stored)(void *ctx, EbResult *r); /* on the ready form */
		void (*parsed)(void *ctx, EbResult *r); /* on a fresh one, made from the text */
		void (*undo)(void *ctx); /* make what stored changed ready again; NULL: it changes nothing */
		void (*close)(void *ctx);
	} EbEngine;

	extern const EbEngine eb_bxml, eb_libxml, eb_pugi;

	/* ---- VTD-XML, in a process of its own (eng_vtd.c) ---- */

	/* Start java with that class path. */
	extern void eb_vtd_start(const char *classpath);
	extern void eb_vtd_stop(void);

	typedef struct EbVtd
	{
		const char *file; /* the document, ends in a NUL byte */
		const EbTask *task;
		bool parse;
	} EbVtd;

	/* Run once, with the output to a file. */
	extern uint64_t eb_vtd_check(const EbVtd *v, const char *out);
	/* Seconds per run; the first call warms up. */
	extern double eb_vtd_sample(void *vtd);

#ifdef __cplusplus
}
#endif

#endif
