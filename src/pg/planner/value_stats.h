/*
 * value_stats.h -- the planner's statistics of expressions such as doc ->> '/a/@id', from those of the column.
 */
#ifndef BXML_VALUE_STATS_H
#define BXML_VALUE_STATS_H

/* Called once, when the library is loaded. */
extern void value_stats_init(void);

#endif
