# Random.pm -- random arguments for SQL functions: documents, paths, changes, JSON, labels, schemas.
#
# Half of them are string constants of the tests in test/sql and test/pgtap, which meet what the functions ask for; the
# other half is made up. Some of either are damaged. Deterministic for a seed of srand.
package Random;
use strict;
use warnings;
use Exporter qw(import);
use utf8;

our @EXPORT_OK = qw(pick chance document path json label damaged quoted word constants);

my @names = (qw(a b c d item id row p:x p:y r), "\x{e9}l\x{e9}ment", '_x-1.2');
my @words = (
	'', ' ', '0', '1', '-1', '2.50', '1e3', 'NaN', 'INF', '-0', '007', '12345678901234567890', 'true', 'false', 'abc', 'ABC', 'x y  z',
	'2024-02-29', '2024-02-30', '2024-02-29T12:00:00Z', '12:00:00', 'P1D', "\x{e4}\x{f6}", "\x{1f600}", "a'b", 'a"b', '&amp;', '&lt;', '&#65;', ']]>', 'urn:p',
	'http://example.com/a?b=c', "line\nline", "\ttab", 'AQID', '999999999999999999999999999999.5', '0x1F', '+5', '.5', '5.', '1,5'
);
my @axes = qw(child descendant self parent ancestor following-sibling preceding-sibling attribute following preceding descendant-or-self ancestor-or-self);
my @functions = (
	'count(%s)', 'string(%s)', 'not(%s)', 'sum(%s)', 'name(%s)', 'string-length(%s)', 'normalize-space(%s)', 'exists(%s)', 'distinct-values(%s)',
	'number(%s)', 'contains(%s, "a")', 'starts-with(%s, "1")', 'concat(%s, "-", %s)', '%s = %s', '%s > 1', '%s | %s', '%s and %s', '%s + %s', '-%s', 'string-join(%s, ",")',
	'for $x in %s return %s', 'some $x in %s satisfies $x = 1', 'if (%s) then %s else %s', 'substring(%s, 2, 3)', 'translate(%s, "ab", "xy")',
	'matches(%s, "^[0-9]+$")', 'replace(%s, "a", "b")', 'tokenize(%s, ",")', '%s is %s', '%s intersect %s', '%s except %s', 'max(%s)', 'avg(%s)', '(%s)[last()]', '%s to 3',
	'%s eq 1', '%s instance of xs:integer', '%s cast as xs:integer', 'xs:date(%s)', 'position() < %s', 'reverse(%s)', 'subsequence(%s, 2)', 'lower-case(%s)', 'id(%s)', 'lang("en")'
);

# Constants of the tests, by what they look like.
my %constants;

sub pick { return $_[ int rand @_ ] }

sub chance { return rand() < $_[0] }

# Read the string constants of SQL files.
sub constants
{
	my (@files) = @_;
	my %seen;
	for my $file (@files) {
		open(my $f, '<:encoding(UTF-8)', $file) or die "$file: $!\n";
		my $sql = do { local $/; <$f> };
		for my $text (map { s/''/'/gr } $sql =~ /'((?:[^']|'')*)'/g) {
			next if length($text) > 4000 || $text =~ /\x00/ || $seen{$text}++;
			my $kind = $text =~ /^\s*</ ? ($text =~ /XMLSchema/ ? 'schema' : 'document')
				: $text =~ /^\s*[\{\[]/ ? 'json'
				: $text =~ /^\s*(?:declare|insert|delete|replace|rename|let|copy)\b/ ? 'change'
				: $text =~ /^[-\@\d.]+$/ ? 'label'
				: $text =~ m{[/@(]|^\w+$|::} ? 'path' : 'text';
			push @{ $constants{$kind} }, $text;
		}
	}
	return map { $_ => scalar @{ $constants{$_} } } keys %constants;
}

# constant KIND: one of the tests', or undef
sub constant
{
	my ($kind) = @_;
	return $constants{$kind} ? pick(@{ $constants{$kind} }) : undef;
}

sub quoted
{
	my ($text) = @_;
	$text =~ tr/\x00//d;
	$text =~ s/'/''/g;
	return "'$text'" unless $text =~ /\\/;
	$text =~ s/\\/\\\\/g;
	return "E'$text'";
}

sub word { return chance(0.2) ? (constant('text') // pick(@words)) : pick(@words) }

# A text with a few characters changed.
sub damaged
{
	my ($text) = @_;
	my @signs = (split(//, q{<>&;/[]()@*"'=!?.,:-|$ }), 'a', '0', "\x{e9}", "\x{1f600}", "\n", '<![CDATA[', '-->', '<!--', '<?', 'xmlns:p="urn:q"', '//', '::', '&#0;', '&#x10FFFF;');
	for (1 .. 1 + int rand 3) {
		my $at = int rand(1 + length $text);
		substr($text, $at, chance(0.5) ? 0 : int rand 4) = chance(0.3) ? '' : pick(@signs) if $at <= length $text;
	}
	return $text;
}

sub escaped { return $_[0] =~ s/&(?![a-z#]+\d*;)/&amp;/gr =~ s/</&lt;/gr =~ s/\]\]>/]]&gt;/gr }

sub attribute
{
	my ($seen) = @_;
	my $name = pick(@names, 'xml:lang', 'xml:id', 'xml:space');
	return '' if $seen->{$name}++;
	return ' ' . $name . '="' . (escaped(word()) =~ s/"/&quot;/gr) . '"';
}

sub element
{
	my ($depth, $budget) = @_;
	my ($name, %seen) = (pick(@names));
	my $out = "<$name" . join('', map { attribute(\%seen) } 1 .. int rand 4);
	$out .= ' xmlns="urn:' . pick(qw(p q)) . '"' if chance(0.05);
	return "$out/>" if $depth > 5 || --$$budget < 0 || chance(0.15);
	$out .= '>';
	for (1 .. int rand 5) {
		my $k = rand;
		$out .= $k < 0.45 ? element($depth + 1, $budget) : $k < 0.9 ? escaped(word()) : $k < 0.94 ? '<!--' . (word() =~ s/-/_/gr) . '-->'
			: $k < 0.97 ? '<?go ' . (word() =~ s/\?/_/gr) . '?>' : '<![CDATA[' . (word() =~ s/\]\]>//gr) . ']]>';
	}
	return "$out</$name>";
}

# document LONG: text that is mostly well-formed; a long one is stored in blocks
sub document
{
	my ($long) = @_;
	return damaged(document($long)) if chance(0.04);
	my $known = !$long && chance(0.5) ? constant('document') : undef;
	return $known if defined $known;
	my $budget = 25;
	my $body = element(0, \$budget);
	$body =~ s{^(<[^\s/>]+)}{$1 xmlns:p="urn:p"};
	if ($long) {
		my $n = 20 + int rand 100;
		my $many = join '', map { my $b = 4; element(3, \$b) } 1 .. 5;
		$body = '<r xmlns:p="urn:p">' . ($many x $n) . '</r>';
	}
	my $prolog = chance(0.1) ? '<?xml version="1.0"?>' : '';
	$prolog .= '<!DOCTYPE r [<!ENTITY e "entity"><!ATTLIST a n CDATA "1" xml:id ID #IMPLIED>]>' if chance(0.05);
	$body .= element(3, \$budget) if chance(0.05);
	return $prolog . $body;
}

sub step
{
	my ($depth) = @_;
	my $k = rand;
	my $test = $k < 0.5 ? pick(@names) : pick('*', '@*', 'text()', 'node()', '@id', '.', '..', '*:a', 'p:*', 'comment()', pick(@axes) . '::' . pick('*', 'node()', @names));
	$test .= '[' . ($depth > 2 ? int rand 4 : pick(int rand 4, 'last()', 'position() = 2', path($depth + 1), path($depth + 1) . ' = ' . literal())) . ']' if chance(0.25);
	return $test;
}

sub literal { return chance(0.5) ? int(rand 5) : '"' . (word() =~ s/"/""/gr) . '"' }

# path: an expression that mostly can be read
sub path
{
	my ($depth) = @_;
	$depth //= 0;
	if ($depth == 0) {
		return damaged(path()) if chance(0.05);
		my $known = chance(0.4) ? constant('path') : undef;
		return $known if defined $known;
	}
	return literal() if chance(0.05);
	if ($depth < 3 && chance(0.2)) {
		return pick(@functions) =~ s/%s/path($depth + 1)/ger;
	}
	my $path = pick('', '/', '//', '/', '//', './/') . join(pick('/', '/', '//'), map { step($depth) } 1 .. 1 + int rand 3);
	return $path;
}

sub json
{
	my $known = chance(0.5) ? constant('json') : undef;
	return $known if defined $known && !chance(0.1);
	my $value = sub { pick(int rand 10, '"' . (word() =~ s/(["\\])/\\$1/gr =~ s/\n/\\n/gr =~ s/\t/\\t/gr) . '"', 'null', 'true', '[1,"a",null]', '{"x":[{"y":1}]}', '1.50', '""') };
	return '{' . join(',', map { '"' . pick(('x', 'id', 'who', 'n', '@a', '#', '$', 'a', 'b')) . '":' . $value->() } 0 .. int rand 3) . '}';
}

sub label
{
	return pick('1', '1.3', '1.5.1', '1.@1', '', '1.-1', '99999999999', '1.2.1', '1.3.@3', join('.', map { 1 + int rand 9 } 0 .. int rand 6), constant('label') // '1.1');
}

# change: an expression of XQuery Update
sub change
{
	my $known = chance(0.6) ? constant('change') : undef;
	return $known if defined $known && !chance(0.1);
	return pick(
		'delete node ' . path(1), 'insert node <x y="{1}">t</x> ' . pick('into ', 'before ', 'after ', 'as first into ') . path(1),
		'replace value of node ' . path(1) . ' with ' . literal(), 'rename node ' . path(1) . ' as "z"', 'replace node ' . path(1) . ' with <q/>',
		'(delete node ' . path(1) . ', insert node <b/> into ' . path(1) . ')', 'for $x in ' . path(1) . ' return delete node $x'
	);
}

# of KIND: random text of that kind
sub of
{
	my ($kind) = @_;
	return change() if $kind eq 'change';
	return constant('schema') // '<a/>' if $kind eq 'schema';
	return word();
}

1;
