/*
 * json.h -- the conventions between bxml and jsonb (doc/reference.md, "JSON").
 */
#ifndef BXML_JSON_H
#define BXML_JSON_H

typedef enum JsonStyle
{
	JSON_BADGERFISH, /* names are members: easy to ask, order between names is lost */
	JSON_JSONML,     /* elements are arrays: nothing is lost */
	JSON_SIMPLE      /* members without namespaces; elements with text alone are strings */
} JsonStyle;

/* By its name; raises an error for any other. */
extern JsonStyle json_style(Datum name);

/* First elements of arrays that do not represent an element. */
#define JSONML_CONTENT ""
#define JSONML_COMMENT "!--"
#define JSONML_PI '?' /* before the target */

/* Members of BadgerFish objects that are not elements. */
#define BADGERFISH_TEXT "$"
#define BADGERFISH_XMLNS "@xmlns"
#define BADGERFISH_ATTRIBUTE '@'

#endif
