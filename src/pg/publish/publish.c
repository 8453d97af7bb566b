/*
 * publish.c -- SQL values as XML, by the rules of core's mapping functions.
 *
 * Core provides the texts of scalar values (dates, booleans, bytea by xmlbinary) and escapes names.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/lsyscache.h"
#include "utils/xml.h"

#include "../server/compat.h"
#include "../value/parse.h"
#include "publish.h"

#define XSI "http://www.w3.org/2001/XMLSchema-instance"

static const BxStr empty = {"", 0};
static const BxStr xsi = {"xsi", 3};
static const BxStr xsi_uri = {XSI, sizeof(XSI) - 1};

void
publish_open(Publisher *p, MemoryContext cxt, Oid bxml)
{
	build_open(&p->build, cxt, BUILD_VALUES);
	p->bxml = bxml;
	p->uri = empty;
}

void
publish_type(const Publisher *p, PublishType *t, Oid type)
{
	Oid base = getBaseType(type);

	t->type = type;
	t->element = get_base_element_type(type);
	t->is_bxml = base == p->bxml;
	t->is_xml = base == XMLOID;
}

static void
publish_array(Publisher *p, const PublishType *t, Datum value)
{
	ArrayType *array = DatumGetArrayTypeP(value);
	PublishType element;
	Datum *elems;
	bool *nulls;
	int n;
	int16 len;
	bool byval;
	char align;

	publish_type(p, &element, t->element);
	get_typlenbyvalalign(t->element, &len, &byval, &align);
	deconstruct_array(array, t->element, len, byval, align, &elems, &nulls, &n);
	for (int i = 0; i < n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (!nulls[i])
			publish_element(p, "element", &element, elems[i]);
	}
}

static void
publish_xml(Publisher *p, Datum value)
{
	struct varlena *text = PG_DETOAST_DATUM_PACKED(value);
	ParseSpec spec;

	parse_spec_text(&spec);
	build_value(&p->build,
				PointerGetDatum(parse_or_raise(VARDATA_ANY(text), VARSIZE_ANY_EXHDR(text), &spec)));
}

void
publish_value(Publisher *p, const PublishType *t, Datum value)
{
	char *text;

	if (t->is_bxml)
		build_value(&p->build, value);
	else if (t->is_xml)
		publish_xml(p, value);
	else if (OidIsValid(t->element))
		publish_array(p, t, value);
	else
	{
		text = map_sql_value_to_xml_value(value, t->type, false);
		build_check(&p->build, bx_builder_text(p->build.b, build_str(text, strlen(text))));
	}
}

char *
publish_name(const char *name)
{
	return map_sql_identifier_to_xml_name(name, true, false);
}

void
publish_element(Publisher *p, const char *name, const PublishType *t, Datum value)
{
	build_start(&p->build, name, p->uri);
	publish_value(p, t, value);
	build_check(&p->build, bx_builder_end(p->build.b));
}

void
publish_columns(const Publisher *p, PublishColumns *c, TupleDesc desc)
{
	c->desc = desc;
	c->types = palloc_array(PublishType, desc->natts + 1);
	c->names = palloc0_array(char *, desc->natts + 1);
	for (int i = 0; i < desc->natts; i++)
	{
		const FormData_pg_attribute *att = TupleDescAttr(desc, i);

		if (att->attisdropped)
			continue;
		c->names[i] = publish_name(NameStr(att->attname));
		publish_type(p, &c->types[i], att->atttypid);
	}
}

static void
publish_nil(Publisher *p, const char *name)
{
	build_start(&p->build, name, p->uri);
	build_check(&p->build,
				bx_builder_attribute(p->build.b, xsi, xsi_uri, (BxStr){"nil", 3}, (BxStr){"true", 4}));
	build_check(&p->build, bx_builder_end(p->build.b));
}

void
publish_row(Publisher *p, const PublishColumns *c, HeapTuple row, bool nulls)
{
	for (int i = 0; i < c->desc->natts; i++)
	{
		bool null;
		Datum value;

		if (c->names[i] == NULL)
			continue;
		value = heap_getattr(row, i + 1, c->desc, &null);
		if (!null)
			publish_element(p, c->names[i], &c->types[i], value);
		else if (nulls)
			publish_nil(p, c->names[i]);
	}
}

void
publish_declare_xsi(Publisher *p)
{
	build_check(&p->build, bx_builder_namespace(p->build.b, xsi, xsi_uri));
}
