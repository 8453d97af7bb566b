/*
 * typmod.h -- type modifiers: bxml(document), bxml(content), and the name of a schema.
 */
#ifndef BXML_TYPMOD_H
#define BXML_TYPMOD_H

#include "../../core/base/bx_status.h"

struct Node;

/* What the part of the extension that knows schemas does for modifiers; it registers itself when it is loaded. */
typedef struct TypmodSchemas
{
	/* The modifier for the name of a schema; raises errors. */
	int32 (*number)(const char *name);
	/* The name for a modifier, as it must be written, palloc'd; NULL if there is no such schema. */
	char *(*name)(int32 typmod);
	/*
	 * Is the value valid?  Then *value is replaced by the one to store, which may be the same; else the report goes
	 * to the context, as by error_save.
	 */
	bool (*accepts)(int32 typmod, Datum *value, struct Node *context);
} TypmodSchemas;

extern void typmod_register(const TypmodSchemas *schemas);

/* Does the modifier name a schema?  Then a value is changed by typmod_apply, and better compressed after it. */
extern bool typmod_is_schema(int32 typmod);

/*
 * Apply a type modifier: false if the value is not allowed and the soft error context took the report; else *value is
 * the value to store.
 */
extern bool typmod_apply(int32 typmod, Datum *value, struct Node *context);

/* The same for a new value that is not compressed, where the modifier names a schema; it is packed then. */
extern bool typmod_apply_new(int32 typmod, struct varlena **value, struct Node *context);

#endif
