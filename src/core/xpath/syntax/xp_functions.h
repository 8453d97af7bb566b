/*
 * xp_functions.h -- functions and operators, one row each.  All else that is known of one is its evaluator.
 *
 * To add a function: a row at the end of XP_FUNCTIONS, and its evaluator in one of eval/xp_func*.c
 * (eval/xp_evaluators_int.h declares it).  Stored paths (bxpath) hold numbers of rows: a number never changes its
 * meaning.
 *
 * F(number, id, name, least and most arguments, result, evaluator, needs)
 * L(number, id, name, least and most arguments, result, evaluator, lift, lifted evaluator)
 *
 * The result says what the evaluator gives: BOOLEAN, NUMBER, STRING, NODESET, ITEM (one or none) or ITEMS; of the
 * last two the static type is a sequence.  A lifted function or operator is that of XPath 1.0, on doubles, unless its
 * first argument, or an operand, is an expression of XPath 2.0: then the lifted evaluator gives one item or none, and
 * decimals stay decimals.
 */
#ifndef XP_FUNCTIONS_H
#define XP_FUNCTIONS_H

/* When is a function lifted? */
#define XP_LIFT_NONE 0
#define XP_LIFT_SEQUENCE 1 /* the argument is a sequence */
#define XP_LIFT_NODES 2    /* or a node-set: a function that XPath 1.0 does not have */

/* What a function asks of its arguments and of what is around it. */
#define XP_NEEDS_POSITION 0x02 /* the context position; as XP_POSITIONAL */
#define XP_NEEDS_LAST 0x04     /* the context size; as XP_USES_LAST */
#define XP_NEEDS_NODESETS 0x08 /* every argument must be a node-set */
#define XP_NEEDS_NODE 0x10     /* the context node, unless its optional argument is given */
#define XP_NEEDS_NAMES 0x20    /* names of nodes */
#define XP_NEEDS_PARENTS 0x40
#define XP_NEEDS_PATTERN                                                                                     \
	0x80 /* the second argument is a regular expression, the last one that may be given its flags */

#define XP_NO_MAX UINT16_MAX

/* clang-format off */
#define XP_FUNCTIONS(F, L) \
	F(1, LAST, "last", 0, 0, NUMBER, xp_fn_position, XP_NEEDS_POSITION | XP_NEEDS_LAST) \
	F(2, POSITION, "position", 0, 0, NUMBER, xp_fn_position, XP_NEEDS_POSITION) \
	F(3, COUNT, "count", 1, 1, NUMBER, xp_fn_count, 0) \
	F(4, ID, "id", 1, 1, NODESET, xp_fn_id, XP_NEEDS_NAMES) \
	F(5, LOCAL_NAME, "local-name", 0, 1, STRING, xp_fn_name, XP_NEEDS_NODESETS | XP_NEEDS_NODE | XP_NEEDS_NAMES) \
	F(6, NAMESPACE_URI, "namespace-uri", 0, 1, STRING, xp_fn_name, XP_NEEDS_NODESETS | XP_NEEDS_NODE | XP_NEEDS_NAMES) \
	F(7, NAME, "name", 0, 1, STRING, xp_fn_name, XP_NEEDS_NODESETS | XP_NEEDS_NODE | XP_NEEDS_NAMES) \
	F(8, STRING, "string", 0, 1, STRING, xp_fn_string, XP_NEEDS_NODE) \
	F(9, CONCAT, "concat", 2, XP_NO_MAX, STRING, xp_fn_concat, 0) \
	F(10, STARTS_WITH, "starts-with", 2, 2, BOOLEAN, xp_fn_has_at_end, 0) \
	F(11, CONTAINS, "contains", 2, 2, BOOLEAN, xp_fn_contains, 0) \
	F(12, SUBSTRING_BEFORE, "substring-before", 2, 2, STRING, xp_fn_substring_beside, 0) \
	F(13, SUBSTRING_AFTER, "substring-after", 2, 2, STRING, xp_fn_substring_beside, 0) \
	F(14, SUBSTRING, "substring", 2, 3, STRING, xp_fn_substring, 0) \
	F(15, STRING_LENGTH, "string-length", 0, 1, NUMBER, xp_fn_string_length, XP_NEEDS_NODE) \
	F(16, NORMALIZE_SPACE, "normalize-space", 0, 1, STRING, xp_fn_normalize_space, XP_NEEDS_NODE) \
	F(17, TRANSLATE, "translate", 3, 3, STRING, xp_fn_translate, 0) \
	F(18, BOOLEAN, "boolean", 1, 1, BOOLEAN, xp_fn_boolean, 0) \
	F(19, NOT, "not", 1, 1, BOOLEAN, xp_fn_not, 0) \
	F(20, TRUE, "true", 0, 0, BOOLEAN, xp_fn_constant, 0) \
	F(21, FALSE, "false", 0, 0, BOOLEAN, xp_fn_constant, 0) \
	F(22, LANG, "lang", 1, 1, BOOLEAN, xp_fn_lang, XP_NEEDS_NODE | XP_NEEDS_NAMES | XP_NEEDS_PARENTS) \
	F(23, NUMBER, "number", 0, 1, NUMBER, xp_fn_number, XP_NEEDS_NODE) \
	L(24, SUM, "sum", 1, 1, NUMBER, xp_fn_sum, SEQUENCE, xp_fn_total) \
	L(25, FLOOR, "floor", 1, 1, NUMBER, xp_fn_whole, SEQUENCE, xp_fn_rounded) \
	L(26, CEILING, "ceiling", 1, 1, NUMBER, xp_fn_whole, SEQUENCE, xp_fn_rounded) \
	L(27, ROUND, "round", 1, 1, NUMBER, xp_fn_whole, SEQUENCE, xp_fn_rounded) \
	F(28, MATCHES, "matches", 2, 3, BOOLEAN, xp_fn_matches, XP_NEEDS_PATTERN) \
	F(29, REPLACE, "replace", 3, 4, STRING, xp_fn_replace, XP_NEEDS_PATTERN) \
	F(30, TOKENIZE, "tokenize", 1, 3, ITEMS, xp_fn_tokenize, XP_NEEDS_PATTERN) \
	F(31, LOWER_CASE, "lower-case", 1, 1, STRING, xp_fn_case, 0) \
	F(32, UPPER_CASE, "upper-case", 1, 1, STRING, xp_fn_case, 0) \
	F(33, ENDS_WITH, "ends-with", 2, 2, BOOLEAN, xp_fn_has_at_end, 0) \
	F(34, STRING_JOIN, "string-join", 1, 2, STRING, xp_fn_string_join, 0) \
	F(35, EXISTS, "exists", 1, 1, BOOLEAN, xp_fn_exists, 0) \
	F(36, EMPTY, "empty", 1, 1, BOOLEAN, xp_fn_empty, 0) \
	F(37, DISTINCT_VALUES, "distinct-values", 1, 1, ITEMS, xp_fn_values, 0) \
	F(38, DATA, "data", 1, 1, ITEMS, xp_fn_values, 0) \
	F(39, REVERSE, "reverse", 1, 1, ITEMS, xp_fn_reverse, 0) \
	F(40, SUBSEQUENCE, "subsequence", 2, 3, ITEMS, xp_fn_part, 0) \
	F(41, HEAD, "head", 1, 1, ITEMS, xp_fn_part, 0) \
	F(42, TAIL, "tail", 1, 1, ITEMS, xp_fn_part, 0) \
	F(43, INDEX_OF, "index-of", 2, 2, ITEMS, xp_fn_index_of, 0) \
	F(44, MIN, "min", 1, 1, ITEM, xp_fn_extreme, 0) \
	F(45, MAX, "max", 1, 1, ITEM, xp_fn_extreme, 0) \
	F(46, AVG, "avg", 1, 1, ITEM, xp_fn_total, 0) \
	L(47, ABS, "abs", 1, 1, NUMBER, xp_fn_whole, NODES, xp_fn_rounded) \
	F(48, XS_DATE, "xs:date", 1, 1, ITEM, xp_fn_construct, 0) \
	F(49, XS_DATETIME, "xs:dateTime", 1, 1, ITEM, xp_fn_construct, 0) \
	F(50, XS_DECIMAL, "xs:decimal", 1, 1, ITEM, xp_fn_construct, 0) \
	F(51, XS_DOUBLE, "xs:double", 1, 1, ITEM, xp_fn_construct, 0) \
	F(52, XS_STRING, "xs:string", 1, 1, ITEM, xp_fn_construct, 0) \
	F(53, XS_DAY_TIME_DURATION, "xs:dayTimeDuration", 1, 1, ITEM, xp_fn_construct, 0) \
	F(54, XS_YEAR_MONTH_DURATION, "xs:yearMonthDuration", 1, 1, ITEM, xp_fn_construct, 0) \
	F(55, ROUND_HALF_TO_EVEN, "round-half-to-even", 1, 2, ITEM, xp_fn_rounded, 0) \
	F(56, YEAR_FROM_DATE, "year-from-date", 1, 1, ITEM, xp_fn_date_part, 0) \
	F(57, MONTH_FROM_DATE, "month-from-date", 1, 1, ITEM, xp_fn_date_part, 0) \
	F(58, DAY_FROM_DATE, "day-from-date", 1, 1, ITEM, xp_fn_date_part, 0) \
	F(59, TIMEZONE_FROM_DATE, "timezone-from-date", 1, 1, ITEM, xp_fn_date_part, 0) \
	F(60, YEAR_FROM_DATETIME, "year-from-dateTime", 1, 1, ITEM, xp_fn_date_part, 0) \
	F(61, MONTH_FROM_DATETIME, "month-from-dateTime", 1, 1, ITEM, xp_fn_date_part, 0) \
	F(62, DAY_FROM_DATETIME, "day-from-dateTime", 1, 1, ITEM, xp_fn_date_part, 0) \
	F(63, HOURS_FROM_DATETIME, "hours-from-dateTime", 1, 1, ITEM, xp_fn_date_part, 0) \
	F(64, MINUTES_FROM_DATETIME, "minutes-from-dateTime", 1, 1, ITEM, xp_fn_date_part, 0) \
	F(65, SECONDS_FROM_DATETIME, "seconds-from-dateTime", 1, 1, ITEM, xp_fn_date_part, 0) \
	F(66, TIMEZONE_FROM_DATETIME, "timezone-from-dateTime", 1, 1, ITEM, xp_fn_date_part, 0) \
	F(67, YEARS_FROM_DURATION, "years-from-duration", 1, 1, ITEM, xp_fn_date_part, 0) \
	F(68, MONTHS_FROM_DURATION, "months-from-duration", 1, 1, ITEM, xp_fn_date_part, 0) \
	F(69, DAYS_FROM_DURATION, "days-from-duration", 1, 1, ITEM, xp_fn_date_part, 0) \
	F(70, HOURS_FROM_DURATION, "hours-from-duration", 1, 1, ITEM, xp_fn_date_part, 0) \
	F(71, MINUTES_FROM_DURATION, "minutes-from-duration", 1, 1, ITEM, xp_fn_date_part, 0) \
	F(72, SECONDS_FROM_DURATION, "seconds-from-duration", 1, 1, ITEM, xp_fn_date_part, 0) \
	F(73, XS_BOOLEAN, "xs:boolean", 1, 1, ITEM, xp_fn_construct, 0)

/*
 * N(number, id, name, type): evaluated where an expression of the type is.
 * O(number, id, name, result, evaluator)
 * L(number, id, name, result, evaluator, lifted evaluator)
 *
 * a, b and next of an XpExpr are its parts; those of operators that do not say are their operands.
 */
#define XP_OPERATORS(N, O, L) \
	N(1, NUMBER, "number", NUMBER) /* a: pool offset of a double */ \
	N(2, STRING, "string", STRING) /* a, b: pool offset and length */ \
	N(3, VARIABLE, "variable", ANY) /* name */ \
	N(4, CALL, "call", ANY) /* func, a: first argument, chained by next */ \
	O(5, OR, "or", BOOLEAN, xp_logic) /* a, b: operands, also for all binary operators below */ \
	O(6, AND, "and", BOOLEAN, xp_logic) \
	O(7, EQ, "=", BOOLEAN, xp_compare) \
	O(8, NE, "!=", BOOLEAN, xp_compare) \
	O(9, LT, "<", BOOLEAN, xp_compare) \
	O(10, LE, "<=", BOOLEAN, xp_compare) \
	O(11, GT, ">", BOOLEAN, xp_compare) \
	O(12, GE, ">=", BOOLEAN, xp_compare) \
	L(13, ADD, "+", NUMBER, xp_calculate, xp_arith_item) \
	L(14, SUB, "-", NUMBER, xp_calculate, xp_arith_item) \
	L(15, MUL, "*", NUMBER, xp_calculate, xp_arith_item) \
	L(16, DIV, "div", NUMBER, xp_calculate, xp_arith_item) \
	L(17, MOD, "mod", NUMBER, xp_calculate, xp_arith_item) \
	L(18, NEG, "negate", NUMBER, xp_negate, xp_arith_item) /* a */ \
	N(19, UNION, "union", NODESET) \
	N(20, PATH, "path", NODESET) /* location path; a: first step or none; b: primary expression it starts from, or none (then from the context node, or from the root with XP_ABSOLUTE) */ \
	N(21, FILTER, "filter", NODESET) /* a: primary expression, b: first XP_PREDICATE */ \
	N(22, STEP, "step", NODESET) /* axis, test, name; a: first XP_PREDICATE; next: following step */ \
	N(23, PREDICATE, "predicate", BOOLEAN) /* a: expression; next: following predicate of the same step */ \
	N(24, EXCEPT, "except", NODESET) /* a, b, as all binary operators up to XP_MAP */ \
	N(25, INTERSECT, "intersect", NODESET) \
	N(26, RANGE, "to", SEQUENCE) /* "to" */ \
	O(27, VALUE_EQ, "eq", BOOLEAN, xp_value_compare) \
	O(28, VALUE_NE, "ne", BOOLEAN, xp_value_compare) \
	O(29, VALUE_LT, "lt", BOOLEAN, xp_value_compare) \
	O(30, VALUE_LE, "le", BOOLEAN, xp_value_compare) \
	O(31, VALUE_GT, "gt", BOOLEAN, xp_value_compare) \
	O(32, VALUE_GE, "ge", BOOLEAN, xp_value_compare) \
	N(33, MAP, "map", SEQUENCE) /* a "/" b: b, which is not a step, for each node of a */ \
	N(34, SEQUENCE, "sequence", SEQUENCE) /* "(", members, ")"; a: first member, chained by next, or none */ \
	N(35, IF, "if", SEQUENCE) /* a: condition, then chained by next then-branch, else-branch */ \
	N(36, FOR, "for", SEQUENCE) /* a: sequence, chained by next the expression for each item; name, n_args: as XP_LOCAL */ \
	N(37, LET, "let", SEQUENCE) /* as XP_FOR, the whole sequence at once */ \
	O(38, SOME, "some", BOOLEAN, xp_quantified) /* as XP_FOR: is it true for some item? */ \
	O(39, EVERY, "every", BOOLEAN, xp_quantified) /* for all? */ \
	N(40, LOCAL, "local", SEQUENCE) /* variable of the four above; name; n_args: number of its place */ \
	N(41, ITEM, "item", SEQUENCE) /* ".", in predicates of XP_SEQ_FILTER */ \
	N(42, SEQ_FILTER, "filter-sequence", SEQUENCE) /* as XP_FILTER, of a sequence in its own order */ \
	O(43, IDIV, "idiv", ITEM, xp_arith_item) \
	/* 44 is not used */ \
	O(45, QUERY, "query", ITEMS, xp_query_open) /* a: the text of a query, a string; the root of a block (xp_ast.h) */
/* clang-format on */

#endif
