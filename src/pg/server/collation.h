/*
 * collation.h -- what is asked about collations, without the headers of ICU.
 *
 * The server's header asks for them where the server was built with ICU, but its packages do not bring them.  What
 * collation_is_c() reads lies before the members that they are for.
 *
 * COLLATION_KEYS_OF_ICU: they are there and asked for, since the server has no keys of ICU's (COLLATION_KEYS).
 */
#ifndef BXML_COLLATION_H
#define BXML_COLLATION_H

#include "compat.h"

#if !defined(COLLATION_KEYS) && defined(USE_ICU) && defined(__has_include)
#if __has_include(<unicode/ucol.h>)
#define COLLATION_KEYS_OF_ICU 1
#endif
#endif

#ifdef COLLATION_KEYS_OF_ICU
#include <unicode/ucol.h>
#include "utils/pg_locale.h"
extern __typeof__(ucol_getSortKey) ucol_getSortKey __attribute__((weak));
#elif defined(USE_ICU)
#undef USE_ICU
#include "utils/pg_locale.h"
#define USE_ICU 1
#else
#include "utils/pg_locale.h"
#endif

#endif
