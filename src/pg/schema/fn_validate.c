/*
 * fn_validate.c -- documents judged by schemas: bxml_is_valid, bxml_validate, bxml_validate_report.
 *
 * Of several schemas, one that accepts the document is enough.  If none does, the violations are those of the first
 * schema that declares its root element.
 */
#include "postgres.h"
#include "fmgr.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/tuplestore.h"

#include "../server/compat.h"
#include "../server/encoding.h"
#include "choose.h"
#include "violation.h"

BXML_FUNCTION(bxml_is_valid);
BXML_FUNCTION(bxml_is_valid_any);
BXML_FUNCTION(bxml_validate);
BXML_FUNCTION(bxml_validate_any);
BXML_FUNCTION(bxml_validate_report);
BXML_FUNCTION(bxml_validate_report_any);

/* ---- verdicts ---- */

static Datum
is_valid(FunctionCallInfo fcinfo, bool array)
{
	SchemaChoice choice;

	if (!choice_get(&choice, fcinfo, array))
		PG_RETURN_NULL();
	PG_RETURN_BOOL(choice_accepts(&choice, PG_GETARG_DATUM(0)) != NULL);
}

Datum
bxml_is_valid(PG_FUNCTION_ARGS)
{
	return is_valid(fcinfo, false);
}

Datum
bxml_is_valid_any(PG_FUNCTION_ARGS)
{
	return is_valid(fcinfo, true);
}

static Datum
validate(FunctionCallInfo fcinfo, bool array)
{
	Datum doc = PG_GETARG_DATUM(0);
	SchemaChoice choice;
	ReadySchema *ready;

	if (!choice_get(&choice, fcinfo, array))
		PG_RETURN_NULL();
	ready = choice_accepts(&choice, doc);
	if (ready == NULL)
		violation_save(&choice, doc, NULL);
	PG_RETURN_DATUM(ready_accepted(ready, doc));
}

Datum
bxml_validate(PG_FUNCTION_ARGS)
{
	return validate(fcinfo, false);
}

Datum
bxml_validate_any(PG_FUNCTION_ARGS)
{
	return validate(fcinfo, true);
}

/* ---- reports ---- */

/* Columns of bxml_validate_report. */
enum
{
	REPORT_LABEL,
	REPORT_PATH,
	REPORT_CODE,
	REPORT_MESSAGE,
	REPORT_DETAIL,
	REPORT_COLUMNS
};

typedef struct ReportSink
{
	ViolationSink sink; /* first, to find the rest from a sink */
	ReturnSetInfo *rsinfo;
	int64 left; /* rows that may follow */
} ReportSink;

static bool
put_row(ViolationSink *sink, const ViolationText *violation)
{
	ReportSink *report = (ReportSink *) sink;
	bool nulls[REPORT_COLUMNS] = {false};
	Datum values[REPORT_COLUMNS];

	if (report->left-- <= 0)
		return false;
	values[REPORT_LABEL] = violation->label;
	values[REPORT_PATH] = PointerGetDatum(violation->path);
	nulls[REPORT_PATH] = violation->path == NULL;
	values[REPORT_CODE] = CStringGetTextDatum(violation->code);
	values[REPORT_MESSAGE] = CStringGetTextDatum(violation->message);
	nulls[REPORT_DETAIL] = violation->detail == NULL;
	if (violation->detail != NULL)
		values[REPORT_DETAIL] = CStringGetTextDatum(violation->detail);
	tuplestore_putvalues(report->rsinfo->setResult, report->rsinfo->setDesc, values, nulls);
	return report->left > 0;
}

static Datum
validate_report(FunctionCallInfo fcinfo, bool array)
{
	ReportSink report = {
		.sink = {put_row}, .rsinfo = (ReturnSetInfo *) fcinfo->resultinfo, .left = PG_INT64_MAX};
	SchemaChoice choice;

	InitMaterializedSRF(fcinfo, 0);
	if (!choice_get(&choice, fcinfo, array))
		return (Datum) 0;
	if (!PG_ARGISNULL(3))
	{
		report.left = PG_GETARG_INT32(3);
		if (report.left < 1)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("max_violations must be at least 1")));
	}
	if (choice.n == 1 || choice_accepts(&choice, PG_GETARG_DATUM(0)) == NULL)
		violation_report(&choice, PG_GETARG_DATUM(0), &report.sink);
	return (Datum) 0;
}

Datum
bxml_validate_report(PG_FUNCTION_ARGS)
{
	return validate_report(fcinfo, false);
}

Datum
bxml_validate_report_any(PG_FUNCTION_ARGS)
{
	return validate_report(fcinfo, true);
}
