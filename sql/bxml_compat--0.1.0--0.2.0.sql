\echo Use "ALTER EXTENSION bxml_compat UPDATE TO '0.2.0'" to load this file. \quit

-- What changed between the script of 0.1.0 (sql/released) and those of sql/compat; see test/t/upgrade.
