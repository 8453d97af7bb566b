/*
 * fn_date_names.h -- English names of months and days.
 */
#ifndef FN_DATE_NAMES_H
#define FN_DATE_NAMES_H

static const char *const fn_month_names[12] = {"January",   "February", "March",    "April",
											   "May",       "June",     "July",     "August",
											   "September", "October",  "November", "December"};

/* From Monday on, as ISO 8601 counts. */
static const char *const fn_day_names[7] = {"Monday", "Tuesday",  "Wednesday", "Thursday",
											"Friday", "Saturday", "Sunday"};

#endif
