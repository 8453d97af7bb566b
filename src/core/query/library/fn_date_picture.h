/*
 * fn_date_picture.h -- variable markers of the pictures of dates and times, and what they give (F&O section 9.8.4).
 */
#ifndef FN_DATE_PICTURE_H
#define FN_DATE_PICTURE_H

#include "fn_numeral.h"

/* "[Y0001o,2-4]" */
typedef struct FnMarker
{
	char component;
	bool ordinal;
	bool traditional;
	BxStr token; /* the first presentation modifier; of the component's default if the marker has none */
	uint32_t least, most; /* widths; 0: not said */
} FnMarker;

/* A value that is being formatted. */
typedef struct FnDate
{
	RuRun *run;
	const RuOp *op;
	FnText *text;
	BxCivil civil;
	int64_t days; /* since 1970-01-01 */
	uint32_t nanos;
	int16_t zone;
	bool english; /* words or names were written */
} FnDate;

/* fn_date_component.c: append a component; FOFD1340. */
extern BxStatus fn_date_put(FnDate *d, const FnMarker *marker);

/* The error of a marker: FOFD1340. */
extern BxStatus fn_marker_fail(const FnDate *d, const FnMarker *marker);

#endif
