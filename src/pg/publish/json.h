/*
 * json.h -- what both directions between bxml and jsonb share: the conventions (doc/reference.md, "JSON").
 */
#ifndef BXML_JSON_H
#define BXML_JSON_H

typedef enum JsonStyle
{
	JSON_BADGERFISH, /* names are members: easy to ask, order between names is lost */
	JSON_JSONML,     /* elements are arrays: nothing is lost */
} JsonStyle;

/* By its name; raises for any other. */
extern JsonStyle json_style(Datum name);

/* First elements of arrays that stand for something else than an element. */
#define JSONML_CONTENT ""
#define JSONML_COMMENT "!--"
#define JSONML_PI '?' /* before the target */

/* Members of BadgerFish objects that are no elements. */
#define BADGERFISH_TEXT "$"
#define BADGERFISH_XMLNS "@xmlns"
#define BADGERFISH_ATTRIBUTE '@'

#endif
