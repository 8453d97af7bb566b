/*
 * ut_form.h -- random texts that crowd around the lexical forms of numbers, dates and words.
 */
#ifndef UT_FORM_H
#define UT_FORM_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* ---- deterministic random numbers ---- */

static uint64_t random_state = UINT64_C(0x9E3779B97F4A7C15);

static inline uint64_t
random_next(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state * UINT64_C(0x2545F4914F6CDD1D);
}

static inline unsigned
random_below(unsigned n)
{
	return (unsigned) ((random_next() >> 33) % n);
}

/* ---- random lexical forms ---- */

typedef struct Form
{
	char s[96];
	size_t n;
} Form;

static inline void
form_add(Form *f, const char *s)
{
	size_t n = strlen(s);

	if (f->n + n < sizeof(f->s))
	{
		memcpy(f->s + f->n, s, n);
		f->n += n;
	}
}

static inline void
form_digits(Form *f, unsigned n)
{
	char c[2] = {0, 0};

	while (n-- > 0)
	{
		c[0] = (char) ('0' + (random_below(4) == 0 ? 0 : random_below(10)));
		form_add(f, c);
	}
}

static inline void
form_number(Form *f)
{
	static const char *const signs[] = {"-", "-", "+", "--", " "};
	static const char *const odd[] = {"\xD9\xA3", "\xEF\xBC\x95", "e5", "E-3", "e", " ", "_", ",", "f", "%"};

	if (random_below(3) == 0)
		form_add(f, signs[random_below(5)]);
	if (random_below(6) == 0)
		form_add(f, "0");
	form_digits(f, random_below(random_below(3) ? 5 : 24));
	if (random_below(2) == 0)
	{
		form_add(f, ".");
		form_digits(f, random_below(random_below(3) ? 4 : 22));
	}
	if (random_below(8) == 0)
		form_add(f, odd[random_below(10)]);
}

static inline void
form_two(Form *f, unsigned usual, unsigned rare)
{
	char two[16];

	snprintf(two, sizeof(two), "%02u", random_below(random_below(12) == 0 ? rare : usual));
	form_add(f, two);
}

static inline void
form_date(Form *f)
{
	char year[16];

	snprintf(year, sizeof(year), "%04u", random_below(3) ? 1900 + random_below(200) : random_below(10010));
	form_add(f, year);
	form_add(f, random_below(40) ? "-" : "/");
	form_two(f, 14, 100);
	form_add(f, random_below(40) ? "-" : "");
	form_two(f, 33, 100);
}

static inline void
form_datetime(Form *f)
{
	static const char *const zones[] = {"", "", "Z", "Z", "z", "+00:00", "-00:00", "UTC"};

	form_date(f);
	form_add(f, random_below(30) ? "T" : " ");
	form_two(f, 25, 100);
	form_add(f, ":");
	form_two(f, 60, 100);
	form_add(f, random_below(40) ? ":" : "");
	form_two(f, 60, 62);
	if (random_below(2) == 0)
	{
		form_add(f, ".");
		form_digits(f, random_below(11));
	}
	if (random_below(3))
	{
		form_add(f, zones[random_below(8)]);
		return;
	}
	form_add(f, random_below(2) ? "+" : "-");
	form_two(f, 15, 30);
	form_add(f, ":");
	form_two(f, 60, 70);
}

static inline void
form_make(Form *f)
{
	static const char *const words[] = {"true", "false", "TRUE", "t", "null", "INF", "NaN", "-INF", "0", "1"};

	f->n = 0;
	if (random_below(25) == 0)
		form_add(f, random_below(2) ? " " : "\t");
	switch (random_below(8))
	{
		case 0: form_add(f, words[random_below(10)]); break;
		case 1:
		case 2: form_date(f); break;
		case 3:
		case 4: form_datetime(f); break;
		default: form_number(f); break;
	}
	if (random_below(25) == 0)
		form_add(f, random_below(2) ? " " : "\n");
	/* sometimes replace one byte by any byte */
	if (f->n > 0 && random_below(20) == 0)
		f->s[random_below((unsigned) f->n)] = (char) random_below(256);
}

static inline void
form_power(Form *f)
{
	static const char *const signs[] = {"", "", "-", "+"};

	form_add(f, random_below(2) ? "E" : "e");
	form_add(f, signs[random_below(4)]);
	form_digits(f, 1 + random_below(3));
}

static inline void
form_zone(Form *f)
{
	if (random_below(3) == 0)
	{
		form_add(f, "Z");
		return;
	}
	form_add(f, random_below(2) ? "+" : "-");
	form_two(f, 15, 30);
	form_add(f, ":");
	form_two(f, 60, 70);
}

static inline void
form_declared(Form *f)
{
	static const char *const parts[] = {"AA", "a", "0", "ff", "+", "Zz==", "9", "=", " ", "C0"};
	unsigned n;

	f->n = 0;
	switch (random_below(8))
	{
		case 0:
			form_date(f);
			form_zone(f);
			break;
		case 1:
			form_two(f, 24, 26);
			form_add(f, ":");
			form_two(f, 60, 62);
			form_add(f, ":");
			form_two(f, 60, 62);
			if (random_below(2))
			{
				form_add(f, ".");
				form_digits(f, random_below(11));
			}
			if (random_below(2))
				form_zone(f);
			break;
		case 2:
			for (n = random_below(12); n > 0; n--)
				form_add(f, parts[random_below(10)]);
			break;
		case 3:
			if (random_below(2))
				form_add(f, random_below(2) ? "+" : "-");
			form_add(f, random_below(2) ? "00" : "0");
			form_number(f);
			break;
		case 4:
			form_digits(f, 1);
			form_add(f, ".");
			form_digits(f, 1 + random_below(17));
			form_power(f);
			break;
		case 5:
			form_number(f);
			form_power(f);
			break;
		default: form_make(f);
	}
	if (f->n > 0 && random_below(20) == 0)
		f->s[random_below((unsigned) f->n)] = (char) random_below(256);
}

#endif
