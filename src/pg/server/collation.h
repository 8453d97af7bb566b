/*
 * collation.h -- what is asked about collations, without the headers of ICU.
 *
 * The server's header asks for them where the server was built with ICU, but its packages do not bring them.  What
 * collation_is_c() reads lies before the members that they are for.
 */
#ifndef BXML_COLLATION_H
#define BXML_COLLATION_H

#ifdef USE_ICU
#undef USE_ICU
#include "utils/pg_locale.h"
#define USE_ICU 1
#else
#include "utils/pg_locale.h"
#endif

#include "compat.h"

#endif
