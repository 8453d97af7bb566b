/*
 * fuzz.h -- what fuzz targets share: the entry points libFuzzer knows, and a check that ends the run.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

extern int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Optional: damage an input of size bytes in a buffer of max_size, return its new size. */
extern size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

/* A property that does not hold is a finding, like a crash. */
#define REQUIRE(cond)                                                                                        \
	do                                                                                                       \
	{                                                                                                        \
		if (!(cond))                                                                                         \
		{                                                                                                    \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #cond);                                       \
			abort();                                                                                         \
		}                                                                                                    \
	} while (0)

#endif
