/*
 * settings.c -- the settings bxml.*: variables, bounds and definitions, and the options of the core that follow from
 * them.
 */
#include "postgres.h"
#include "fmgr.h"
#include "utils/guc.h"
#include "utils/memutils.h"

#include "compat.h"
#include "settings.h"

int bxml_setting_relabel = RELABEL_ERROR;
int bxml_setting_compression = COMPRESSION_AUTO;
int bxml_setting_vocabularies = VOCABULARIES_AUTO;
int bxml_setting_entity_policy = ENTITY_INTERNAL;
int bxml_setting_external_entities = EXTERNAL_ERROR;
int bxml_setting_binary_output = BINARY_TEXT;
bool bxml_setting_output_labels = false;
bool bxml_setting_path_cache = true;
bool bxml_setting_value_cache = true;
bool bxml_setting_reader_scan = true;
int bxml_setting_engine = ENGINE_OLD;
int bxml_setting_copy_threshold = 8192;

static int max_depth;
static int max_size;
static int max_attributes;
static int max_entity_expansion;
static int token_limit;
static int max_declarations;
static int max_dtd_size;
static int typed_values = BX_TYPED_LOSSLESS;
static int directories = BX_DIRECTORIES_AUTO;

static const struct config_enum_entry compressions[] = {
	{"off", COMPRESSION_OFF, false},
	{"auto", COMPRESSION_AUTO, false},
	{"always", COMPRESSION_ALWAYS, false},
	{NULL, 0, false},
};

static const struct config_enum_entry vocabulary_choices[] = {
	{"off", VOCABULARIES_OFF, false}, {"auto", VOCABULARIES_AUTO, false}, {NULL, 0, false}};

static const struct config_enum_entry engines[] = {
	{"old", ENGINE_OLD, false}, {"new", ENGINE_NEW, false}, {NULL, 0, false}};

static const struct config_enum_entry relabel_choices[] = {
	{"error", RELABEL_ERROR, false}, {"auto", RELABEL_AUTO, false}, {NULL, 0, false}};

static const struct config_enum_entry entity_policies[] = {
	{"internal", ENTITY_INTERNAL, false}, {"reject_dtd", ENTITY_REJECT_DTD, false}, {NULL, 0, false}};

static const struct config_enum_entry external_choices[] = {
	{"error", EXTERNAL_ERROR, false}, {"skip", EXTERNAL_SKIP, false}, {NULL, 0, false}};

static const struct config_enum_entry typed_forms[] = {
	{"lossless", BX_TYPED_LOSSLESS, false}, {"off", BX_TYPED_OFF, false}, {NULL, 0, false}};

static const struct config_enum_entry directory_choices[] = {
	{"off", BX_DIRECTORIES_OFF, false},
	{"auto", BX_DIRECTORIES_AUTO, false},
	{"places", BX_DIRECTORIES_PLACES, false},
	{"all", BX_DIRECTORIES_ALL, false},
	{NULL, 0, false},
};

static const struct config_enum_entry binary_forms[] = {
	{"text", BINARY_TEXT, false}, {"native", BINARY_NATIVE, false}, {NULL, 0, false}};

/*
 * libxml2 compares the attributes of a start tag pairwise in one call that nothing can interrupt.  For this many the
 * call takes less than half a second; for twice as many it takes six times as long.
 */
#define ATTRIBUTES_CEILING 32768

/* Bytes of the tables of a value per name; with token_limit this bounds their size. */
#define NAME_BYTES_EACH 128

void
settings_limits(BxLimits *limits)
{
	*limits = (BxLimits) BX_LIMITS_DEFAULT;
	limits->max_depth = (uint32_t) max_depth;
	limits->max_size = (size_t) max_size;
	limits->max_attributes = (uint32_t) max_attributes;
	limits->max_entity_expansion = (size_t) max_entity_expansion;
	limits->max_names = (uint32_t) token_limit;
	limits->max_declarations = (uint32_t) max_declarations;
	limits->max_dtd_size = (size_t) max_dtd_size;
	limits->max_name_bytes = Max(limits->max_name_bytes, (size_t) token_limit * NAME_BYTES_EACH);
}

void
settings_writer(BxWriterOptions *options)
{
	memset(options, 0, sizeof(*options));
	settings_limits(&options->limits);
	options->typed = (BxTyped) typed_values;
	options->mode = BX_MODE_AUTO;
	options->directories = (BxDirectories) directories;
	options->reserve = VARHDRSZ;
}

bool
settings_typed(void)
{
	return typed_values != BX_TYPED_OFF;
}

void
settings_copy_writer(BxWriterOptions *options)
{
	settings_writer(options);
	options->limits = (BxLimits) BX_LIMITS_DEFAULT;
	options->limits.max_depth = BX_DEPTH_CEILING;
	options->limits.max_attributes = UINT32_MAX;
	options->limits.max_names = UINT32_MAX;
	options->limits.max_name_bytes = BX_VALUE_MAX;
}

static void
define_limits(void)
{
	static const BxLimits std = BX_LIMITS_DEFAULT;

	DefineCustomIntVariable("bxml.max_depth", "Greatest number of nested elements accepted on input.", NULL,
							&max_depth, (int) std.max_depth, 1, BX_DEPTH_CEILING, PGC_USERSET, 0, NULL, NULL,
							NULL);
	DefineCustomIntVariable("bxml.max_size", "Greatest size of an XML text accepted on input.", NULL,
							&max_size, (int) std.max_size, 1, MaxAllocSize + 1, PGC_USERSET, GUC_UNIT_BYTE,
							NULL, NULL, NULL);
	DefineCustomIntVariable("bxml.max_attributes",
							"Greatest number of attributes and namespace declarations of one start tag.",
							NULL, &max_attributes, (int) std.max_attributes, 1, ATTRIBUTES_CEILING,
							PGC_USERSET, 0, NULL, NULL, NULL);
	DefineCustomIntVariable("bxml.max_entity_expansion",
							"Greatest amount of text that entity references of one input may produce.", NULL,
							&max_entity_expansion, (int) std.max_entity_expansion, 0, MaxAllocSize,
							PGC_USERSET, GUC_UNIT_BYTE, NULL, NULL, NULL);
	DefineCustomIntVariable(
		"bxml.max_declarations", "Greatest number of declarations in the DTD of one input.",
		"Declarations of elements, attributes, entities and notations count, and comments "
		"and processing instructions between them.",
		&max_declarations, (int) std.max_declarations, 0, 4000000, PGC_USERSET, 0, NULL, NULL, NULL);
	DefineCustomIntVariable("bxml.max_dtd_size",
							"Greatest size of the document type declaration of one input.", NULL,
							&max_dtd_size, (int) std.max_dtd_size, 0, BX_DTD_SIZE_CEILING, PGC_USERSET,
							GUC_UNIT_BYTE, NULL, NULL, NULL);
	DefineCustomIntVariable("bxml.token_limit", "Greatest number of distinct names of one value.",
							"The size of a value's tables is limited to 128 bytes per name, at least 8 MB.",
							&token_limit, (int) std.max_names, 16, 4000000, PGC_USERSET, 0, NULL, NULL, NULL);
}

static void
define_choices(void)
{
	DefineCustomEnumVariable(
		"bxml.entity_policy", "How document type declarations are treated on input.",
		"\"internal\" expands internal entities under limits; \"reject_dtd\" refuses every "
		"DOCTYPE.  External entities are never fetched.",
		&bxml_setting_entity_policy, ENTITY_INTERNAL, entity_policies, PGC_SUSET, 0, NULL, NULL, NULL);
	DefineCustomEnumVariable(
		"bxml.external_entities", "How references to external entities are treated on input.",
		"\"error\" refuses them, and references to entities that an external DTD may declare; \"skip\" "
		"leaves them "
		"out, with one notice per document that names them.  External entities are never fetched.",
		&bxml_setting_external_entities, EXTERNAL_ERROR, external_choices, PGC_USERSET, 0, NULL, NULL, NULL);
	DefineCustomEnumVariable("bxml.typed_values", "Whether numbers and dates are stored in typed form.",
							 "\"lossless\" stores a typed form where it reproduces the text exactly.",
							 &typed_values, BX_TYPED_LOSSLESS, typed_forms, PGC_USERSET, 0, NULL, NULL, NULL);
	DefineCustomEnumVariable("bxml.compression", "Whether new values are compressed inside their format.",
							 "\"auto\" compresses values where it saves at least 15 percent.",
							 &bxml_setting_compression, COMPRESSION_AUTO, compressions, PGC_USERSET, 0, NULL,
							 NULL, NULL);
	DefineCustomEnumVariable(
		"bxml.vocabularies", "Whether new values refer to a vocabulary of the database.",
		"\"auto\" takes the newest one that was learned from documents with the same root "
		"element, where that makes the value shorter.",
		&bxml_setting_vocabularies, VOCABULARIES_AUTO, vocabulary_choices, PGC_USERSET, 0, NULL, NULL, NULL);
	DefineCustomEnumVariable(
		"bxml.directories", "Which directories new values from 64 kB on get.",
		"They let queries go to a child by its number, count, and find rare elements "
		"without a walk; \"auto\" also lists values from 256 kB on, to find nodes by them, in "
		"up to 8 % of the value, \"places\" does not, and \"all\" lists whatever it can.",
		&directories, BX_DIRECTORIES_AUTO, directory_choices, PGC_USERSET, 0, NULL, NULL, NULL);
	DefineCustomEnumVariable(
		"bxml.relabel", "What a change does that finds no room for the label of a new node.",
		"\"error\" refuses it, until bxml_relabel has given the document fresh labels; "
		"\"auto\" gives the children of the node in question fresh ones, and the whole document when what it "
		"keeps about "
		"labels of deleted nodes takes more than 5 % of it.",
		&bxml_setting_relabel, RELABEL_ERROR, relabel_choices, PGC_USERSET, 0, NULL, NULL, NULL);
	DefineCustomBoolVariable("bxml.output_labels", "Labels of changed documents are part of their text form.",
							 "Output then starts with a processing instruction bxml-labels where labels are "
							 "not those of a newly parsed document, "
							 "and input takes the labels from it.",
							 &bxml_setting_output_labels, false, PGC_USERSET, 0, NULL, NULL, NULL);
	DefineCustomEnumVariable("bxml.binary_output", "Form of bxml values sent in binary format.", NULL,
							 &bxml_setting_binary_output, BINARY_TEXT, binary_forms, PGC_USERSET, 0, NULL,
							 NULL, NULL);
	DefineCustomIntVariable(
		"bxml.copy_threshold",
		"Bytes from which on parts of a document are given as references, fetched when used.",
		"Never changes a result; 0 gives references wherever they are possible, -1 copies.",
		&bxml_setting_copy_threshold, 8192, -1, MaxAllocSize, PGC_USERSET, GUC_UNIT_BYTE, NULL, NULL, NULL);
}

/* What never changes a result, to compare. */
static void
define_switches(void)
{
	DefineCustomBoolVariable("bxml.path_cache", "Lets a call site keep what it resolved for a path.",
							 "Never changes a result; switch off to compare.", &bxml_setting_path_cache, true,
							 PGC_USERSET, 0, NULL, NULL, NULL);
	DefineCustomBoolVariable("bxml.value_cache", "Keeps out-of-line values open between calls on them.",
							 "Never changes a result; switch off to compare.", &bxml_setting_value_cache,
							 true, PGC_USERSET, 0, NULL, NULL, NULL);
	DefineCustomBoolVariable("bxml.reader_scan", "Lets rowset functions in FROM stream their rows.",
							 "Never changes a result; switch off to compare.", &bxml_setting_reader_scan,
							 true, PGC_USERSET, 0, NULL, NULL, NULL);
	DefineCustomEnumVariable("bxml.engine", "What evaluates the expressions of paths, for developers.",
							 "\"new\" is the operators of queries, \"old\" the evaluator that they replace.",
							 &bxml_setting_engine, ENGINE_OLD, engines, PGC_USERSET, GUC_NOT_IN_SAMPLE, NULL,
							 NULL, NULL);
}

void
settings_init(void)
{
	define_limits();
	define_choices();
	define_switches();
	MarkGUCPrefixReserved("bxml");
}
