# Losses.pm -- where a peer is better, and the causes as far as they are known (benchmark/causes).
package Losses;
use strict;
use warnings;
use Exporter qw(import);
use File::Basename qw(dirname);
use Records qw($ours num table better ordered sets_of measures_of);

our @EXPORT_OK = qw(losses why);

# A peer that is better by less than this is not distinguished from noise.
my $noise = 1.05;
my $unknown = 'not explained';
# A peer whose time is lost in the floor that is subtracted.
my $unmeasurable = 9**9**9;

# Engines that are no peer: the floor of a measurement, and our form with choices switched on or off.
my $no_peer = qr/^(all|raw|text|not compressed|no directories|all offset lists|events.*|names|shapes|\+ .*|bxml.*|text \+ .*)$/;

# ---------------------------------------------------------------- causes: [name], text, and patterns behind "<"
my (%cause, @cause_names, @patterns);

sub read_causes {
	my ($path) = @_;
	my $name;
	open my $f, '<', $path or die "benchmark/report: cannot read $path: $!\n";
	while (my $line = <$f>) {
		chomp $line;
		next if $line =~ /^#/ || $line !~ /\S/;
		if ($line =~ /^\[(.+)\]$/) {
			$name = $1;
			push @cause_names, $name;
			next;
		}
		die "benchmark/report: $path:$.: text before the first cause\n" unless defined $name;
		if ($line =~ /^< (.*)$/) { push @patterns, [qr/$1/, $name] }
		else { $cause{$name} = defined $cause{$name} ? "$cause{$name}\n  $line" : $line }
	}
	close $f;
}

# The cause of a line of a record; the first pattern that fits "bench / set / measure / peer".
sub why {
	my ($bench, $set, $measure, $peer) = @_;
	read_causes(dirname(__FILE__) . '/causes') unless @cause_names;
	for (@patterns) {
		my ($pattern, $name) = @$_;
		return $name if "$bench / $set / $measure / $peer" =~ $pattern;
	}
	return $unknown;
}

# ---------------------------------------------------------------- the table
# Ours that stands against a peer: with parsing against those that parse, compressed alike.
sub opponent {
	my ($at, $peer) = @_;
	my $mine = $peer =~ /, parsing$/ ? "$ours, parsing" : $peer =~ / \+ lz4$/ ? "$ours + lz4" : $peer =~ /deflate|compressed/ ? "$ours + deflate" : $ours;
	return $at->{$mine} // $at->{$ours};
}

# Cases of one peer and kind of measure: how many there are, and those where the peer is better.
sub cases {
	my ($r) = @_;
	my (%c, @order);
	for my $set (sets_of($r)) {
		for my $measure (measures_of($r)) {
			my $at = $r->{at}{$set}{$measure} or next;
			for my $peer (sort keys %$at) {
				next if $peer =~ $no_peer;
				my ($a, $b) = (opponent($at, $peer), $at->{$peer});
				next unless $a && $a->{median} > 0 && defined $b->{median} && $b->{median} >= 0;
				(my $kind = $measure) =~ s/:.*//;
				my $key = "$kind\0$peer";
				push @order, $key unless $c{$key};
				my $x = $b->{median} > 0 ? 1 / better($a, $b) : $unmeasurable;
				push @{ $c{$key} }, { kind => $kind, peer => $peer, set => $set, measure => $measure, x => $x };
			}
		}
	}
	return map { $c{$_} } @order;
}

sub place {
	my ($c) = @_;
	(my $m = $c->{measure}) =~ s/^\w+: //;
	return $m eq $c->{kind} ? $c->{set} : "$c->{set}, $m";
}

# One line per kind of measure, peer and cause.
sub lines_of {
	my ($r) = @_;
	my $bench = $r->{env}{bench};
	my @lines;
	for my $cases (cases($r)) {
		my @lost = sort { $b->{x} <=> $a->{x} } grep { $_->{x} > $noise } @$cases;
		for my $name (ordered(map { why($bench, @$_{qw(set measure peer)}) } @lost)) {
			my @of = grep { why($bench, @$_{qw(set measure peer)}) eq $name } @lost;
			my $most = $of[0]{x} == $unmeasurable ? 'all of it' : num($of[0]{x}) . 'x';
			push @lines, [$bench, $of[0]{kind}, $of[0]{peer}, @of . ' of ' . @$cases, "$most (" . place($of[0]) . ')', $name];
		}
	}
	return @lines;
}

# The table over these records, and what is behind each cause that occurs in it or in the lines of @also.
sub losses {
	my ($records, @also) = @_;
	my @lines = map { lines_of($_) } @$records;
	my %used = map { $_ => 1 } @also, map { $_->[-1] } @lines;
	my $text = table(['record', 'what', 'peer', 'lost', 'most', 'why'], @lines) || "Nowhere.\n";
	$text .= "\n";
	for my $name (grep { $used{$_} } @cause_names) {
		$text .= "- **$name**: $cause{$name}\n";
	}
	print STDERR "benchmark/report: not explained: @$_[0, 1, 2, 4]\n" for grep { $_->[-1] eq $unknown } @lines;
	return $text;
}

1;
