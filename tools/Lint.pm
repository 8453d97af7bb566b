# tools/Lint.pm -- what the lint checks share: the floors, the ratchets, sources without comments and strings.
package Lint;

use strict;
use warnings;
use FindBin;
use Exporter 'import';
our @EXPORT = qw(fault finish floors room_of ratchet slurp code_of prose_of wing_of sources);

chdir "$FindBin::Bin/.." or die "cannot go to the project's folder: $!\n";
my $faults = 0;

sub fault
{
	print "@_\n";
	$faults++;
	return;
}

# The last statement of a check.
sub finish
{
	exit($faults > 0);
}

sub slurp
{
	my ($file) = @_;
	local $/;
	open(my $f, '<', $file) or die "$file: $!\n";
	return scalar <$f>;
}

# Sources below the given folders, sorted; without folders, below src.
sub sources
{
	my @folders = @_ ? @_ : 'src';
	return sort split /\n/, qx(find @folders -name '*.[ch]');
}

# The code of a C source: comments, strings and characters are blanked, line numbers stay.
sub code_of
{
	my ($text) = @_;
	$text =~ s{(/\*.*?\*/|//[^\n]*)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'}
		{ my $t = defined $1 ? ' ' . ($1 =~ tr/\n//cdr) : '""'; $t }gse;
	return $text;
}

# What people read in a file, line numbers kept: comments of sources and scripts, texts of COMMENT ON, pages without
# code.
sub prose_of
{
	my ($file) = @_;
	my $text = slurp($file);
	my $blank = sub { $_[0] =~ s/[^\n]+/ /gr };
	if ($file =~ /\.[ch]$/) {
		$text =~ s{(/\*.*?\*/|//[^\n]*)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[^\s"'/]+|.}{ $1 // ($& =~ /\s/ ? $& : ' ') }gse;
		return $text;
	}
	if ($file =~ /\.sql$/) {
		# Of strings only those of COMMENT ON are for people.
		$text =~ s{(--[^\n]*)|(COMMENT ON [^;']*?IS\s*)'((?:[^']|'')*)'|'(?:[^']|'')*'|([^\s'-]+|-)}
			{ defined $1 ? $1 : defined $2 ? $blank->($2) . " $3 " : defined $4 ? ' ' : $blank->($&) }ge;
		return $text;
	}
	if ($file =~ /\.md$/) {
		$text =~ s/^```.*?^```/$blank->($&)/gmse;
		$text =~ s/`[^`]*`/$blank->($&)/ge;
		return $text;
	}
	return join "\n", map { /(?:^|\s)(#(?!!).*)/ ? $1 : '' } split /\n/, $text, -1;
}

# The part of the tree that a count belongs to: src/core/read, src/core/xpath, src/pg, test, doc ...
sub wing_of
{
	my ($file) = @_;
	return $1 if $file =~ m{^(src/core/[^/]+|src/[^/]+|[^/]+)/};
	return $file;
}

# ---------------------------------------------------------------- floors
my (@rooms, %room);

# The rooms of tools/floors in order: hashes of floor, name, may (a hash of names), what, start.
sub floors
{
	return @rooms if @rooms;
	for (split /\n/, slurp('tools/floors')) {
		next if /^#/;
		my ($floor, $name, $may, $what, $start) = map { s/^\s+|\s+$//gr } split /\|/, $_, -1;
		my %r = (floor => $floor, name => $name, uses => $may, may => { $name => 1 }, what => $what, start => $start);
		for my $u (split ' ', $may) {
			my $all = $u =~ s/^\+//;
			my $other = $room{$u} or die "tools/floors: $name may include $u, which no line above describes\n";
			$r{may}{$_} = 1 for $all ? keys %{ $other->{may} } : $u;
		}
		$room{$name} = \%r;
		push @rooms, \%r;
	}
	return @rooms;
}

# The room of a file: the nearest folder around it that tools/floors names, or undef.
sub room_of
{
	my ($path) = @_;
	floors();
	my $dir = $path =~ s{/[^/]*$}{}r =~ s{^src/(?:core/)?}{}r;
	while (!$room{$dir}) {
		$dir =~ s{/[^/]*$}{} or return;
	}
	return $room{$dir};
}

# ---------------------------------------------------------------- ratchets
# ratchet(RULE, \%now, \%where): values that may only fall.  What tools/ratchets says of the rule are the values today;
# no line is 0.  A greater value is a fault, shown with $where{key}; so is a smaller one, until the file says it too:
# "make ratchets" enters it.
sub ratchet
{
	my ($rule, $now, $where) = @_;
	my (%was, @other);
	for (split /\n/, slurp('tools/ratchets')) {
		if (/^\Q$rule\E (\S.*) (\d+)$/) { $was{$1} = $2 }
		else { push @other, $_ }
	}
	my %keys = map { $_ => 1 } keys %was, keys %$now;
	my $lower = $ENV{BXML_LOWER};
	for my $key (sort keys %keys) {
		my ($old, $new) = ($was{$key} // 0, $now->{$key} // 0);
		if ($new > $old) {
			fault("$rule: $key: $new, at most $old" . ($where->{$key} ? ":\n\t" . join("\n\t", @{ $where->{$key} }) : ''));
		} elsif ($new < $old) {
			if ($lower) { $new ? ($was{$key} = $new) : delete $was{$key} }
			else { fault("$rule: $key: $new, and tools/ratchets says $old: run make ratchets") }
		}
	}
	if ($lower) {
		open(my $f, '>', 'tools/ratchets') or die "tools/ratchets: $!\n";
		my @head = grep { /^#/ } @other;
		print $f map { "$_\n" } @head, sort(grep({ !/^#/ } @other), map { "$rule $_ $was{$_}" } keys %was);
		close $f;
	}
	return;
}

1;
