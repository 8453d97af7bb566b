-- bxquery_explain: the text, operators with types, joins, scans, conditions of indexes, notes.
\t on
\a
SELECT bxquery_explain('for $o in /orders/order for $c in //customer where $c/@id = $o/@customer and $o/total > 100 order by $o/@date return <r>{$c/name, count($o/item[@n = "1"])}</r>');
SELECT bxquery_explain('for $a in //x, $b in //y where $a/@n + 1 = count($b) return 1');
SELECT bxquery_explain('declare variable $v external; declare function local:f($n) { $n/.. }; exists(/a = "x"), local:f(//b)');
SELECT bxquery_explain('/order[@id = "17"]/item[2]/ancestor::x');
SELECT bxquery_explain('/a/@b eq "1"');
SELECT bxquery_explain('//e[@k = //f/@k][every $x in g satisfies $x < 3] ! string(.)');
-- the same of a query in the place of a path
SELECT bxpath_explain('//a[@b = 2]'::bxquery);
SELECT bxpath_explain('/a'::bxquery, '<a/>');
SELECT bxpath_explain('/a');
