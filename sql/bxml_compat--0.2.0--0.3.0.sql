\echo Use "ALTER EXTENSION bxml_compat UPDATE TO '0.3.0'" to load this file. \quit

-- Nothing changed since 0.2.0.
