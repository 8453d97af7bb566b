/*
 * diff_xml.h -- what differs between releases of libxml2.
 */
#ifndef DIFF_XML_H
#define DIFF_XML_H

#include <libxml/xmlerror.h>
#include <libxml/xmlversion.h>

/* What a handler of errors gets. */
#if LIBXML_VERSION >= 21200
typedef const xmlError *DiffXmlError;
#else
typedef xmlError *DiffXmlError;
#endif

#endif
