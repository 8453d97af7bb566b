# bxml -- PGXS module, core library, tool, tests, lint, demo and benchmarks.  `make help` lists the targets.
#
# Works on a machine with git and make only: targets that need packages call tools/setup.sh first.  All objects
# go to $(BUILD); the core and parser objects are compiled once, without any server header in reach, and are
# linked into the module, the tool and the tests alike.  The server's flags for compiling (CFLAGS, CPPFLAGS, COPT) and
# linking hold for all of them.  In another folder, "make -f /path/to/Makefile" or "make VPATH=/path/to -f ..." builds
# there.

# The folder of the sources with a slash behind it, or nothing when this is it.
S            := $(filter-out ./,$(dir $(firstword $(MAKEFILE_LIST))))

EXTENSION    := bxml bxml_compat
EXTVERSION   := $(shell sed -n "s/^default_version *= *'\(.*\)'/\1/p" $(S)bxml.control)
BUILD        ?= build
PG_CONFIG    ?= pg_config
OPT          ?=
# Warnings stop the build of tests and lint only; a folder that was once built so stays so.
WERROR       ?= $(firstword $(filter -Werror,$(shell cat $(BUILD)/flags 2>/dev/null)))

.DEFAULT_GOAL := all

# ---------------------------------------------------------------- sources
CORE_SRC := $(sort $(wildcard $(S)src/core/*/*.c $(S)src/core/*/*/*.c))
XML_SRC := $(sort $(wildcard $(S)src/xml/*.c $(S)src/codec/*.c))
PG_SRC   := $(sort $(wildcard $(S)src/pg/*.c $(S)src/pg/*/*.c $(S)src/pg/*/*/*.c))
UNIT_SRC := $(sort $(wildcard $(S)test/unit/*/test_*.c $(S)test/unit/*/*/test_*.c))
FUZZ_SRC := $(sort $(wildcard $(S)test/fuzz/fuzz_*.c))
DIFF_SRC := $(sort $(wildcard $(S)test/diff/*.c))
GEN_SRC  := $(sort $(wildcard $(S)benchmark/gen/*.c))
CLI_SRC  := $(sort $(wildcard $(S)src/cli/*.c))
SQL_PART := $(sort $(wildcard $(S)sql/parts/*.sql))
SQL_COMPAT := $(sort $(wildcard $(S)sql/compat/*.sql))

core_objs = $(patsubst $(S)src/%.c,$(BUILD)/$(1)/%.o,$(CORE_SRC))
xml_objs = $(patsubst $(S)src/%.c,$(BUILD)/$(1)/%.o,$(XML_SRC))
unit_objs = $(patsubst $(S)test/%.c,$(BUILD)/$(1)/%.o,$(2) $(S)test/unit/main.c)
DIFFS     = $(patsubst $(S)test/diff/%.c,$(BUILD)/obj/diff/%,$(DIFF_SRC))
PG_OBJ    = $(patsubst $(S)src/%.c,$(BUILD)/obj/%.o,$(PG_SRC))
REPLAY    = $(patsubst $(S)test/fuzz/%.c,$(BUILD)/asan/replay/%,$(FUZZ_SRC))
FUZZERS   = $(patsubst $(S)test/fuzz/%.c,$(BUILD)/fuzz/fuzz/%,$(FUZZ_SRC))

# ---------------------------------------------------------------- flags
XML_CPPFLAGS := $(or $(shell pkg-config --cflags libxml-2.0 2>/dev/null),-I/usr/include/libxml2)
XML_LIBS     := $(or $(shell pkg-config --libs libxml-2.0 2>/dev/null),-lxml2) -llz4

WARN := -Wall -Wextra -Wdeclaration-after-statement -Wmissing-prototypes -Wstrict-prototypes -Wshadow -Wvla \
	-Wpointer-arith -Wwrite-strings -Wundef -Wformat-security $(WERROR)
# Server headers are not clean under -Wextra's opinions about parameters and signs.
PG_WARN := -Wall -Wextra -Wno-unused-parameter -Wno-sign-compare -Wno-missing-field-initializers -Wvla \
	-Wmissing-prototypes -Wdeclaration-after-statement $(WERROR)
# Debugging information names no folder of this machine: two folders give the same bytes.
MAP_FLAGS := -ffile-prefix-map=$(CURDIR)=.
TOOL_FLAGS := -std=c11 -g -fPIC -fvisibility=hidden $(MAP_FLAGS) $(WARN) -MMD -MP
# What objects and programs outside src/pg take of the flags for the server: all but its headers, its opinions about
# warnings and the frame pointers some distributions keep for profilers (2 to 4 % of the instructions of a query; OPT
# may ask for them).  Without a server: as the environment has them.
comma := ,
OBJ_FLAGS   = $(filter-out -W% -fno-omit-frame-pointer,$(CFLAGS)) $(filter -Wp$(comma)% -Wa$(comma)% -Wformat -Wformat-security -Werror=format-security,$(CFLAGS)) \
	$(filter-out -I% -D_GNU_SOURCE,$(CPPFLAGS)) $(OPT)
ASAN_FLAGS := -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
FUZZ_CC    ?= clang-14
# The library of libFuzzer, where it is installed with the compiler.
FUZZ_RT     = $(wildcard $(shell $(FUZZ_CC) -print-resource-dir 2>/dev/null)/lib/*/libclang_rt.fuzzer*)
FUZZ_FLAGS := -O1 -DBX_ARENA_EACH -fno-omit-frame-pointer -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize=pointer-overflow -fno-sanitize-recover=all

# Short lines instead of commands, unless V=1.
SAY = $(if $(V),,@echo "  $@";)

# Objects depend on this file, which changes when the flags do.
FLAGS = $(CC) $(TOOL_FLAGS) $(CFLAGS) $(CPPFLAGS) $(OPT) $(PG_WARN) $(XML_CPPFLAGS) $(ASAN_FLAGS) $(PG_CONFIG)
$(BUILD)/flags: .force
	@mkdir -p $(@D)
	@echo '$(FLAGS)' | cmp -s - $@ || echo '$(FLAGS)' > $@
.force:

# ---------------------------------------------------------------- the server module, by PGXS
PGXS_HAS_CHECK := $(if $(filter check,$(MAKECMDGOALS)),no,yes)
PGXS := $(if $(filter yes,$(PGXS_HAS_CHECK)),$(shell $(PG_CONFIG) --pgxs 2>/dev/null))
ifneq ($(wildcard $(PGXS)),)

MODULE_big   := bxml
OBJS          = $(call core_objs,obj) $(call xml_objs,obj) $(PG_OBJ)
DATA         := $(patsubst $(S)%,%,$(wildcard $(S)sql/bxml--*--*.sql $(S)sql/bxml_compat--*--*.sql))
DATA_built   := $(BUILD)/sql/bxml--$(EXTVERSION).sql $(BUILD)/sql/bxml_compat--$(EXTVERSION).sql
PG_CPPFLAGS   = $(XML_CPPFLAGS)
SHLIB_LINK    = $(XML_LIBS) -lm -Wl,--version-script=$(S)tools/bxml.map
EXTRA_CLEAN   = $(BUILD)
REGRESS      := $(patsubst $(S)test/sql/%.sql,%,$(sort $(wildcard $(S)test/sql/*.sql)))
# The expected outputs hold for UTF8 and the order of bytes, whatever the cluster was made with.
REGRESS_OPTS := --inputdir=$(S)test --outputdir=$(BUILD)/regress --load-extension=bxml --encoding=UTF8 --no-locale
# Bitcode would need clang; the hot code is in the core, which the JIT could not inline anyway.
override with_llvm := no
include $(PGXS)
# Sources are named with their folder; a search would also find what an earlier build left beside them.
srcdir := $(srcdir)
override VPATH :=
vpath %.control $(srcdir)

bxml.so: $(S)tools/bxml.map

# The tool comes with the server's programs, unless a package has it in a place of its own (WITHOUT_TOOL=1).
ifeq ($(WITHOUT_TOOL),)
all: $(BUILD)/bxtool
install: install-tool
uninstall: uninstall-tool
endif
install-tool: $(BUILD)/bxtool
	$(MKDIR_P) '$(DESTDIR)$(bindir)' '$(DESTDIR)$(mandir)/man1'
	$(INSTALL_PROGRAM) $(BUILD)/bxtool '$(DESTDIR)$(bindir)/bxtool'
	$(INSTALL_DATA) $(S)doc/bxtool.1 '$(DESTDIR)$(mandir)/man1/bxtool.1'
uninstall-tool:
	rm -f '$(DESTDIR)$(bindir)/bxtool' '$(DESTDIR)$(mandir)/man1/bxtool.1'

$(BUILD)/obj/pg/%.o: $(S)src/pg/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(filter-out -fno-omit-frame-pointer,$(CFLAGS)) -fPIC -fvisibility=hidden $(MAP_FLAGS) $(PG_WARN) $(CPPFLAGS) $(OPT) -MMD -MP -c -o $@ $<

installcheck: $(BUILD)/regress/results
$(BUILD)/regress/results:
	@mkdir -p $@

else

CFLAGS ?= -g -O2 -fstack-protector-strong
override CFLAGS += $(COPT)

all install installcheck:
	@echo "pg_config was not found: run tools/setup.sh first, or give PG_CONFIG=/path/to/pg_config" >&2
	@exit 1
clean:
	rm -rf $(BUILD) bxml.so

endif

# $(1) extension, $(2) its parts
define script
$(BUILD)/sql/$(1)--$(EXTVERSION).sql: $(2) $(S)$(1).control
	@mkdir -p $$(@D)
	@{ printf "%s\n" '\echo Use "CREATE EXTENSION $(1)" to load this file. \quit'; \
	   for f in $(2); do echo; cat $$$$f; done; } > $$@.tmp && mv $$@.tmp $$@
endef
$(eval $(call script,bxml,$(SQL_PART)))
$(eval $(call script,bxml_compat,$(SQL_COMPAT)))

# ---------------------------------------------------------------- core, parser, tool: one set of rules per variant
# $(1) object folder, $(2) compiler, $(3) further flags, $(4) flags for linking
define variant
$(BUILD)/$(1)/core/%.o: $(S)src/core/%.c $(BUILD)/flags
	@mkdir -p $$(@D)
	$$(SAY)$(2) $$(TOOL_FLAGS) $(3) -c -o $$@ $$<
$(BUILD)/$(1)/xml/%.o: $(S)src/xml/%.c $(BUILD)/flags
	@mkdir -p $$(@D)
	$$(SAY)$(2) $$(TOOL_FLAGS) $$(XML_CPPFLAGS) $(3) -c -o $$@ $$<
$(BUILD)/$(1)/codec/%.o: $(S)src/codec/%.c $(BUILD)/flags
	@mkdir -p $$(@D)
	$$(SAY)$(2) $$(TOOL_FLAGS) $(3) -c -o $$@ $$<
$(BUILD)/$(1)/cli/%.o: $(S)src/cli/%.c $(BUILD)/flags
	@mkdir -p $$(@D)
	$$(SAY)$(2) $$(TOOL_FLAGS) -DBXML_VERSION='"$(EXTVERSION)"' $(3) -c -o $$@ $$<
$(BUILD)/$(1)/libbxml_core.a: $$(call core_objs,$(1))
	@rm -f $$@
	@ar crs $$@ $$^
$(BUILD)/$(1)/libbxml_xml.a: $$(call xml_objs,$(1))
	@rm -f $$@
	@ar crs $$@ $$^
$(BUILD)/$(1)/unit/%.o: $(S)test/unit/%.c $(BUILD)/flags
	@mkdir -p $$(@D)
	$$(SAY)$(2) $$(TOOL_FLAGS) $(3) $$(XML_CPPFLAGS) $$(if $$(filter %/main.o,$$@),-include $(BUILD)/unit_suites.h) -c -o $$@ $$<
$(BUILD)/$(1)/unit/main.o: $(BUILD)/unit_suites.h
$(BUILD)/$(1)/test_unit: $$(call unit_objs,$(1),$(5)) $$(call core_objs,$(1)) $$(call xml_objs,$(1))
	$$(SAY)$(2) $$(TOOL_FLAGS) $(3) $(4) -o $$@ $$^ $$(XML_LIBS) -lm
$(BUILD)/$(1)/replay/%: $(S)test/fuzz/%.c $(S)test/fuzz/replay_main.c $(BUILD)/flags $(BUILD)/$(1)/libbxml_xml.a $(BUILD)/$(1)/libbxml_core.a
	@mkdir -p $$(@D)
	$$(SAY)$(2) $$(TOOL_FLAGS) $(3) $$(XML_CPPFLAGS) $(4) -o $$@ $$(filter %.c %.a,$$^) $$(XML_LIBS) -lm
$(BUILD)/$(1)/diff/%: $(S)test/diff/%.c $(BUILD)/flags $(BUILD)/$(1)/libbxml_xml.a $(BUILD)/$(1)/libbxml_core.a
	@mkdir -p $$(@D)
	$$(SAY)$(2) $$(TOOL_FLAGS) $(3) $$(XML_CPPFLAGS) $(4) -o $$@ $$(filter %.c %.a,$$^) $$(XML_LIBS) -lm
endef

$(eval $(call variant,obj,$$(CC),$$(OBJ_FLAGS),$$(LDFLAGS),$$(UNIT_SRC)))
$(eval $(call variant,asan,$$(CC),$$(ASAN_FLAGS),,$$(UNIT_SRC)))
$(eval $(call variant,fuzz,$$(FUZZ_CC),$$(FUZZ_FLAGS)))
# Basic blocks and bytes of libc are counted: test/unit/whole/test_polls.c.
WORK_FLAGS := -O1 -fsanitize-coverage=trace-pc -Wno-maybe-uninitialized -DBX_COUNT_BLOCKS
$(eval $(call variant,counted,$$(CC),$$(WORK_FLAGS),,$$(filter %/test_polls.c,$$(UNIT_SRC))))
$(BUILD)/counted/unit/main.o: WORK_FLAGS += -DUT_ONLY=test_polls
$(BUILD)/counted/test_unit: XML_LIBS += $(patsubst %,-Wl$(comma)--wrap=%,memcpy memmove memset memchr memcmp)

LIBCORE := $(BUILD)/obj/libbxml_core.a
LIBXML := $(BUILD)/obj/libbxml_xml.a

core: $(LIBCORE)
bxtool: $(BUILD)/bxtool
$(BUILD)/bxtool: $(patsubst $(S)src/%.c,$(BUILD)/obj/%.o,$(CLI_SRC)) $(LIBXML) $(LIBCORE)
	$(SAY)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(XML_LIBS) -lm

$(BUILD)/bxgen: $(GEN_SRC)
	@mkdir -p $(@D)
	$(SAY)$(CC) $(TOOL_FLAGS) $(OBJ_FLAGS) -o $@ $(GEN_SRC) -lm

# Runs a command and notes its peak memory, for test/t/memory.
$(BUILD)/peak: $(S)test/t/peak.c
	@mkdir -p $(@D)
	$(SAY)$(CC) $(TOOL_FLAGS) $(OBJ_FLAGS) -D_DEFAULT_SOURCE -o $@ $<

# Walks over an XML file for test/t/corpus_rows.
$(BUILD)/xmlrows: $(S)test/t/xmlrows.c
	@mkdir -p $(@D)
	$(SAY)$(CC) $(TOOL_FLAGS) $(OBJ_FLAGS) $(XML_CPPFLAGS) -o $@ $< $(XML_LIBS)

# ---------------------------------------------------------------- tests
# The suites of the program of the unit tests, as test/unit/main.c wants them.
$(BUILD)/unit_suites.h: .force
	@mkdir -p $(@D)
	@echo '#define UT_SUITES $(patsubst %,UT_ENTRY(%),$(basename $(notdir $(UNIT_SRC))))' | cmp -s - $@ || \
		echo '#define UT_SUITES $(patsubst %,UT_ENTRY(%),$(basename $(notdir $(UNIT_SRC))))' > $@
unit-build: $(BUILD)/obj/test_unit
unit-asan-build: $(BUILD)/asan/test_unit
work-build: $(BUILD)/counted/test_unit
# UNIT=test_base runs one suite, UNIT=base those of a room.
unit: unit-build
	@test/run $(if $(UNIT),unit:$(UNIT),unit)
diff: $(DIFFS)
	@test/run diff
unit-asan: unit-asan-build
	@test/run $(if $(UNIT),unit-asan:$(UNIT),unit-asan)

# Work between two polls, with what is not charged counted too.
work: work-build
	@test/run work

# A private copy of the installed tree; tools/cluster points the server at it, nothing goes to system folders.  Only
# here: the scripts of released versions, for the tests of updates.
RELEASED := $(wildcard $(S)sql/released/*.sql)
stage: all
	@rm -rf $(BUILD)/stage
	@mkdir -p $(BUILD)/stage$(pkglibdir) $(BUILD)/stage$(datadir)/extension
	@cp bxml.so $(BUILD)/stage$(pkglibdir)/
	@cp $(S)bxml.control $(S)bxml_compat.control $(addprefix $(S),$(DATA)) $(DATA_built) $(RELEASED) $(BUILD)/stage$(datadir)/extension/

# What a change touches, and only what that needs: BASE=COMMIT for the changes since another commit than the last.
# PGXS has a target of this name, which says that it is not supported; so it is not included where check is the goal.
ifeq ($(PGXS_HAS_CHECK),no)
check:
	@$(MAKE) --no-print-directory -s check-changed
endif
check-changed: unit-build
	@suites=" $$(test/changed $(BASE) | tr '\n' ' ')"; [ "$$suites" != ' ' ] || { echo 'nothing changed that has tests'; exit 0; }; \
		case $$suites in *' regress:'* | *' pgtap:'* | *' t:'*) \
			$(MAKE) --no-print-directory -s stage bxtool $(BUILD)/bxgen $(BUILD)/peak $(BUILD)/xmlrows ;; esac && \
		case $$suites in *' replay:'* | *' diff:'*) $(MAKE) --no-print-directory -s replay-build $(DIFFS) ;; esac && \
		case $$suites in *' lint:'*) $(MAKE) --no-print-directory -s lint-build ;; esac && \
		test/run $$suites

# A build for the debugger in build/debug: SANITIZE=address,undefined adds sanitizers to the tool and the unit tests.
debug:
	@$(MAKE) --no-print-directory BUILD=build/debug OPT='-O0 -ggdb3 -DUSE_ASSERT_CHECKING$(if $(SANITIZE), -fsanitize=$(SANITIZE))' \
		$(if $(SANITIZE),build/debug/bxtool unit-build,all unit-build)

# How each source is compiled, for editors.
compile_commands.json: .force
	@$(MAKE) --no-print-directory -nBs V=1 objects $(BUILD)/obj/test_unit | perl -MJSON::PP -MCwd -n \
		-e 'push @c, {directory => getcwd, command => $$1, file => $$2} if /^\s*(\S+ .*-c -o \S+ (\S+\.c))\s*$$/;' \
		-e '}{ print JSON::PP->new->canonical->pretty->encode(\@c)' > $@.tmp && mv $@.tmp $@

regress: stage
	@test/run regress
pgtap: stage
	@test/run pgtap
t: stage bxtool $(BUILD)/bxgen $(BUILD)/peak $(BUILD)/xmlrows
	@test/run t

$(BUILD)/fuzz/fuzz/%: $(S)test/fuzz/%.c $(BUILD)/fuzz/libbxml_xml.a $(BUILD)/fuzz/libbxml_core.a
	@mkdir -p $(@D)
	$(SAY)$(FUZZ_CC) $(TOOL_FLAGS) $(FUZZ_FLAGS) -fsanitize=fuzzer -o $@ $(filter %.c %.a,$^) $(XML_LIBS) -lm
replay-build: $(REPLAY)
# Run one by hand: build/fuzz/fuzz/fuzz_check -max_total_time=60 test/fuzz/seeds/check
fuzz-build: $(FUZZERS)
fuzz:
	@tools/setup.sh fuzz
	@$(MAKE) --no-print-directory -s -j2 fuzz-build replay-build
	@echo 'built: $(FUZZERS)'
fuzz-long: fuzz
	@test/fuzz/long
replay: replay-build
	@test/run replay

# doc/reference.md from doc/reference.in.md, the SQL comments, the settings and the statuses; doc/trust.md from
# doc/trust.in.md and records of runs; the tables of floors and
# sources in CONTRIBUTING.md and doc/internals.md from tools/floors and the heads of the sources.
reference:
	@tools/gen_reference > doc/reference.md.tmp && mv doc/reference.md.tmp doc/reference.md
	@tools/gen_functions > doc/functions.md.tmp && mv doc/functions.md.tmp doc/functions.md
	@tools/gen_trust > doc/trust.md.tmp && mv doc/trust.md.tmp doc/trust.md
	@tools/gen_plan

# Enter what has become smaller into tools/ratchets.
ratchets: lint-build
	@for check in $$(grep -lE '^ratchet\(' tools/check_*); do BXML_LOWER=1 $$check >/dev/null; done; git diff --stat tools/ratchets

# The checks that take seconds; lint-all also compiles everything with other compilers and headers.
lint: lint-build
	@test/run lint:fast
lint-all: lint-build
	@test/run lint
# What the linters look at: objects compiled with warnings as errors, and the module's symbols.
lint-build: all $(LIBCORE) $(BUILD)/bxtool
# All objects of the module and the tool.
objects: $(OBJS) $(patsubst $(S)src/%.c,$(BUILD)/obj/%.o,$(CLI_SRC))

# The module against several servers, each in a folder of its own: make test-matrix PG_CONFIGS="/a/bin/pg_config ..."
PG_CONFIGS ?= $(wildcard /usr/lib/postgresql/*/bin/pg_config)
test-matrix:
	@tools/matrix $(PG_CONFIGS)

# Core, parser and tool by other compilers and for other processors, without a server; PARTS="s390x memcheck" runs some.
# What cannot be installed or run here is named.
test-portable:
	@tools/setup.sh portable || true
	@test/portable/run $(PARTS)
portable-build: $(BUILD)/bxtool unit-build $(patsubst $(S)test/fuzz/%.c,$(BUILD)/obj/replay/%,$(FUZZ_SRC))

format:
	clang-format-14 -i $$(find src test benchmark -name '*.[ch]')

# Everything, from a fresh machine on; the last line is the sum over all suites.
test:
	@tools/setup.sh
	@$(MAKE) --no-print-directory -j2 -s WERROR=-Werror test-build
	@test/run
test-build: stage bxtool $(BUILD)/bxgen $(BUILD)/peak $(BUILD)/xmlrows unit-build unit-asan-build work-build $(DIFFS) replay-build

# Server suites with parts of documents as references wherever they are possible, and nowhere.
references: stage
	@BXML_SET=bxml.copy_threshold=0 test/run regress pgtap
	@BXML_SET=bxml.copy_threshold=-1 test/run regress pgtap

# Minutes instead of seconds: see test/long/run; PARTS="large diff" runs some of it.  Fuzz targets are built for
# libFuzzer where clang and its library are.
test-long:
	@tools/setup.sh
	@$(MAKE) --no-print-directory -j2 -s stage bxtool $(BUILD)/bxgen $(BUILD)/peak $(BUILD)/xmlrows unit-build unit-asan-build \
		$(DIFFS) replay-build $(if $(FUZZ_RT),fuzz-build)
	@test/long/run $(PARTS)

# Random queries here, in SaxonC-HE and in BaseX: test/oracle/README.md; N, SEED, ENGINES.
test-oracle: stage
	@N='$(N)' SEED='$(SEED)' ENGINES='$(ENGINES)' test/oracle/run

# The two commands on a new Debian 12 in a folder, as root and with sudo; needs root and debootstrap.
test-pristine:
	@test/pristine/run

# Whether the tests notice when one operator, constant, condition or boundary is another: test/mutants/run.
mutants:
	@tools/setup.sh
	@FAULT_RECORDS=$(S)test/faults/records test/mutants/run -n $(or $(N),100) -s $(or $(SEED),1) -g $(or $(GROUP),core) $(MUTANTS)

# What is broken on purpose, at full size: test/faults/README.md; PARTS="pages kills" runs some of it.
test-faults:
	@tools/setup.sh
	@$(MAKE) --no-print-directory -j2 -s stage
	@test/faults/run $(PARTS)

# Real drivers of several languages; what they need comes into build/drivers: test/drivers/README.md.
test-drivers:
	@tools/setup.sh
	@$(MAKE) --no-print-directory -j2 -s stage
	@test/drivers/run $(DRIVERS)

# Distributed tables, with a private build of Citus: CITUS_SRC= names its sources.
test-scale:
	@tools/setup.sh $(if $(CITUS_SRC),citus)
	@$(MAKE) --no-print-directory -j2 -s stage
	@test/scale/citus

# The XML Schema Test Suite beside the checkout: test/t/xsd.
test-xsd: stage
	@test/run t:xsd && cat $(BUILD)/test/t-xsd.tap

# The QT3 test suite beside the checkout (QT3=DIR): test/t/qt3.  PROFILES="xpath2 xquery1 xquery31"; SET=fn-substring, a
# regular expression, or CASE=NAME print what fails.
test-qt3: stage
	@mkdir -p $(BUILD)/test
	@SET='$(SET)' CASE='$(CASE)' PROFILES='$(PROFILES)' QT3='$(QT3)' test/run t:qt3 >$(BUILD)/test/qt3.out; status=$$?; \
		cat $(BUILD)/test/t-qt3.tap; $(if $(SET)$(CASE),,tail -n 1 $(BUILD)/test/qt3.out; )exit $$status

demo:
	@tools/setup.sh
	@$(MAKE) --no-print-directory -j2 -s stage bxtool $(BUILD)/bxgen
	@benchmark/demo/run

bench-micro:
	@tools/setup.sh bench
	@$(MAKE) --no-print-directory -j2 -s bxtool $(BUILD)/bxgen
	@benchmark/micro/run
bench-edit:
	@tools/setup.sh bench
	@$(MAKE) --no-print-directory -j2 -s bxtool $(BUILD)/bxgen
	@benchmark/edit/run
bench-instructions:
	@tools/setup.sh bench
	@$(MAKE) --no-print-directory -j2 -s stage $(BUILD)/bxgen
	@benchmark/instructions/run
	@benchmark/instructions/peers
bench-sql:
	@tools/setup.sh
	@$(MAKE) --no-print-directory -j2 -s stage $(BUILD)/bxgen
	@benchmark/sql/run
bench-load:
	@tools/setup.sh
	@$(MAKE) --no-print-directory -j2 -s stage $(BUILD)/bxgen
	@benchmark/load/run
bench-rows:
	@tools/setup.sh
	@$(MAKE) --no-print-directory -j2 -s stage
	@benchmark/rows/run
bench-build:
	@tools/setup.sh
	@$(MAKE) --no-print-directory -j2 -s stage
	@benchmark/build/run
bench-bayardo:
	@tools/setup.sh bench
	@$(MAKE) --no-print-directory -j2 -s stage bxtool $(BUILD)/bxgen
	@benchmark/bayardo/run
bench-codec:
	@tools/setup.sh bench java
	@$(MAKE) --no-print-directory -j2 -s bxtool $(BUILD)/bxgen
	@benchmark/codec/run
bench-schema:
	@tools/setup.sh bench
	@$(MAKE) --no-print-directory -j2 -s stage bxtool $(BUILD)/bxgen
	@benchmark/schema/run
bench-kogan:
	@tools/setup.sh java
	@$(MAKE) --no-print-directory -j2 -s stage $(BUILD)/bxgen
	@benchmark/kogan/run
bench-xmark:
	@tools/setup.sh java
	@$(MAKE) --no-print-directory -j2 -s stage
	@benchmark/xmark/run
	@benchmark/xmark/shredded
bench-storage:
	@tools/setup.sh
	@$(MAKE) --no-print-directory -j2 -s stage $(BUILD)/bxgen
	@benchmark/storage/run
bench-vocabulary:
	@tools/setup.sh
	@$(MAKE) --no-print-directory -j2 -s bxtool $(BUILD)/bxgen
	@benchmark/storage/vocabularies
bench-memory:
	@tools/setup.sh
	@$(MAKE) --no-print-directory -j2 -s stage $(BUILD)/bxgen
	@benchmark/memory/run
bench-operations:
	@tools/setup.sh
	@$(MAKE) --no-print-directory -j2 -s stage $(BUILD)/bxgen
	@benchmark/operations/run
bench-index:
	@tools/setup.sh
	@$(MAKE) --no-print-directory -j2 -s stage $(BUILD)/bxgen
	@benchmark/index/run
bench-tpox:
	@tools/setup.sh
	@$(MAKE) --no-print-directory -j2 -s stage $(BUILD)/bxgen
	@benchmark/tpox/run
# The tables in the project's documents, from the latest records.
bench-report:
	@for f in README.md benchmark/README.md benchmark/results.md doc/operations.md doc/scale-out.md; do benchmark/report --insert $$f || exit 1; done

setup:
	@tools/setup.sh

# What a release is: the last commit and the installation scripts, in build/dist/bxml-VERSION.zip.
dist:
	@tools/dist

# The release, what it installs, Debian packages of it, and builds in two folders: minutes, see test/packages/run.
test-packages:
	@tools/setup.sh packages
	@$(MAKE) --no-print-directory -j2 -s stage
	@test/packages/run $(PARTS)

help:
	@echo 'make              build the extension (bxml.so, $(BUILD)/sql/bxml--$(EXTVERSION).sql) and $(BUILD)/bxtool'
	@echo 'make install      install it and bxtool for the server of PG_CONFIG (as root)'
	@echo 'make test         install missing packages, build, run every test, print the sum'
	@echo 'make demo         install missing packages, build, load documents, query, compare with core xml'
	@echo
	@echo 'make setup        install missing Debian packages only'
	@echo 'make core bxtool  the library without a server; the command-line tool ($(BUILD)/bxtool)'
	@echo 'make diff         random documents, paths and canonical forms against libxml2'
	@echo 'make unit         unit tests; UNIT=test_name for one suite, UNIT=schema for a room; unit-asan: under sanitizers'
	@echo 'make test-matrix  build, regress and pgtap against the servers of PG_CONFIGS, each in a folder of build/matrix'
	@echo 'make test-portable other compilers and processors (i386, s390x, arm64), valgrind, without a server: test/portable/run'
	@echo 'make test-pristine   make demo and make test on a new Debian 12, as root and with sudo (debootstrap, root)'
	@echo 'make references   regress and pgtap with references everywhere and nowhere (bxml.copy_threshold)'
	@echo 'test/run vocabularies   a quarter of regress and pgtap with vocabularies; vocabularies:all'
	@echo 'make regress pgtap t   server tests against a private, temporary cluster'
	@echo 'make installcheck regression tests against an installed extension and a running server'
	@echo 'make replay fuzz  fuzz targets: replay seeds under sanitizers; build for libFuzzer (clang)'
	@echo 'make fuzz-long    every fuzz target for an hour under sanitizers; MINUTES, TARGETS: head of test/fuzz/long'
	@echo 'make test-oracle  random queries here, in SaxonC-HE (PyPI saxonche) and BaseX (Maven); N, SEED, ENGINES'
	@echo 'make test-long    a million damaged values, 500,000 random pairs, texts of 100 and 900 MB, fuzzing: about eight minutes'
	@echo 'make mutants      whether the tests notice N changes of one operator, constant, condition or boundary; N, SEED, GROUP (core, server)'
	@echo 'make test-faults  random calls, changed bytes in files and streams, kill -9 and more: test/faults/README.md; an hour or two'
	@echo 'make test-drivers psycopg, asyncpg, SQLAlchemy, JDBC, node-postgres, pgx, tokio-postgres; DRIVERS="jdbc pgx" for some'
	@echo 'make test-scale   Citus on three clusters; CITUS_SRC= names its sources'
	@echo 'make test-xsd     the W3C XML Schema Test Suite in ../shared/xsd (BXML_XSD), part of make test where it is'
	@echo 'make test-qt3     the W3C test suite of XQuery in ../shared/qt3 (QT3=DIR), part of make test where it is; SET=fn-substring, CASE=NAME: what fails'
	@echo 'make dist         $(BUILD)/dist/bxml-$(EXTVERSION).zip, the release of the last commit'
	@echo 'make test-packages   the release, Debian packages, reproducible builds; PARTS="dist repeat debian root image old" for some'
	@echo 'make check        the tests of what changed since the last commit, within seconds; BASE=COMMIT: since that one'
	@echo 'make debug        build without optimization in $(BUILD)/debug; SANITIZE=address,undefined'
	@echo 'make compile_commands.json   how each source is compiled, for editors'
	@echo 'make lint format  check the rules of CONTRIBUTING.md that take seconds (lint-all: all of them); apply clang-format-14'
	@echo 'make reference    doc/reference.md, doc/trust.md and the tables of doc/internals.md and CONTRIBUTING.md from their sources'
	@echo 'make ratchets     enter smaller numbers into tools/ratchets'
	@echo 'make bench-micro bench-instructions bench-edit bench-sql bench-load bench-rows bench-build   benchmarks, records in benchmark/'
	@echo 'make bench-tpox   TPoX-style transactions on bxml, xml and jsonb; SCALE, CLIENTS, TIME: head of benchmark/tpox/run'
	@echo 'make bench-index   GIN and btree indexes on a million orders beside jsonb and xml; SCALE, KEEP: head of benchmark/index/run'
	@echo 'make bench-memory   memory of a backend for XPath and rowsets on a document of 100 MB'
	@echo 'make bench-operations   bytes of WAL of a small change, speed of ALTER TABLE, beside xml and jsonb'
	@echo 'make bench-schema   validation of stored values beside libxml2'
	@echo 'make bench-storage bench-vocabulary   tables of doc/storage.md'
	@echo 'make bench-bayardo bench-kogan bench-codec   published experiments, rerun beside their peers of today'
	@echo 'make bench-xmark  the queries of XMark beside BaseX and SaxonC-HE; FACTOR, PEERS'
	@echo 'make bench-report   tables of the latest records into README.md, benchmark/README.md, benchmark/results.md'
	@echo 'make clean'
	@echo
	@echo 'Variables: PG_CONFIG, CC, CFLAGS, CPPFLAGS, LDFLAGS, COPT (as in every extension; those of the server if not given),'
	@echo '           OPT (flags behind all others), WERROR (-Werror: warnings stop the build), BUILD (build), V=1 (show commands)'

.PHONY: .force objects test-matrix test-pristine core bxtool diff unit unit-build unit-asan unit-asan-build work work-build stage regress pgtap t references replay replay-build fuzz fuzz-build \
	lint lint-all lint-build check check-changed debug reference format test test-drivers test-scale test-xsd test-qt3 test-oracle test-build test-long ratchets demo setup help
.PHONY: dist test-packages install-tool uninstall-tool
.PHONY: bench-micro bench-instructions bench-edit bench-sql bench-load bench-rows bench-build bench-storage
.PHONY: bench-vocabulary bench-operations bench-index bench-tpox bench-memory bench-schema bench-report
.PHONY: mutants test-faults fuzz-long test-portable portable-build
.PHONY: bench-bayardo bench-kogan bench-xmark bench-codec

-include $(shell find $(BUILD) -path $(BUILD)/portable -prune -o -name '*.d' -print 2>/dev/null)
