\echo Use "ALTER EXTENSION bxml UPDATE TO '0.3.0'" to load this file. \quit

-- What changed between the scripts of 0.2.0 (sql/released) and those of sql/parts, in their order; test/t/upgrade
-- compares the catalog that comes of this script with that of a new installation.
