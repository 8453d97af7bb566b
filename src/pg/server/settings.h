/*
 * settings.h -- the settings bxml.*, and the options of the core that follow from them.
 *
 * Settings limit new input only; they never decide which stored values can be read.
 */
#ifndef BXML_SETTINGS_H
#define BXML_SETTINGS_H

#include "../../core/base/bx_limits.h"
#include "../../core/encode/bx_writer.h"

/* Version of the extension's library, as bxml_version() prints it. */
#ifndef BXML_VERSION
#define BXML_VERSION "0.3.0"
#endif

typedef enum EntityPolicy
{
	ENTITY_INTERNAL,   /* expand internal entities under limits */
	ENTITY_REJECT_DTD, /* refuse every DOCTYPE */
} EntityPolicy;

typedef enum ExternalEntities
{
	EXTERNAL_ERROR, /* a reference to an entity that is not read is an error */
	EXTERNAL_SKIP,  /* it is left out, with a notice */
} ExternalEntities;

typedef enum BinaryOutput
{
	BINARY_TEXT,   /* bxml_send: version byte 1, UTF-8 text */
	BINARY_NATIVE, /* bxml_send: version byte 2, the plain binary form */
} BinaryOutput;

typedef enum Compression
{
	COMPRESSION_OFF,    /* values are stored plain */
	COMPRESSION_AUTO,   /* in blocks where that saves enough (doc/storage.md) */
	COMPRESSION_ALWAYS, /* wherever it saves anything */
} Compression;

typedef enum Vocabularies
{
	VOCABULARIES_OFF,  /* new values refer to none */
	VOCABULARIES_AUTO, /* to the newest one that fits, where that saves anything */
} Vocabularies;

typedef enum Relabel
{
	RELABEL_ERROR, /* a change that finds no room for a label fails: 54000 */
	RELABEL_AUTO,  /* the children of that node get fresh labels */
} Relabel;

extern int bxml_setting_relabel;
extern int bxml_setting_compression;
extern int bxml_setting_vocabularies;
extern int bxml_setting_entity_policy;
extern int bxml_setting_external_entities;
extern int bxml_setting_binary_output;
extern bool bxml_setting_output_labels;
extern bool bxml_setting_path_cache;
extern bool bxml_setting_value_cache;
extern bool bxml_setting_reader_scan;

/* What evaluates the expressions of paths. */
enum EngineChoice
{
	ENGINE_OLD,
	ENGINE_NEW /* the operators of queries */
};
extern int bxml_setting_engine;
extern int bxml_setting_copy_threshold; /* bytes below which results are copied; 0: none, -1: all */

/* Define the settings when the library is loaded. */
extern void settings_init(void);

/* The current limits. */
extern void settings_limits(BxLimits *limits);

/* The writer options of a new value, with VARHDRSZ bytes in front for the header of the datum. */
extern void settings_writer(BxWriterOptions *options);
/* May values have typed forms? */
extern bool settings_typed(void);

/* The same for parts of stored values, to which the limits on input do not apply. */
extern void settings_copy_writer(BxWriterOptions *options);

#endif
