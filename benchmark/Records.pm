# Records.pm -- records of benchmark runs: reading them, comparing two engines, numbers and Markdown tables.
#
# A record is a file of JSON lines: the first describes the run, each further one is a measurement {set, measure,
# engine, unit, median, min, max, runs}.  Used by benchmark/report, Targets.pm and Losses.pm.
package Records;
use strict;
use warnings;
use Exporter qw(import);
use File::Basename qw(dirname);
use JSON::PP qw(decode_json);

our @EXPORT_OK = qw($ours read_record latest num table ordered better ratio sets_of measures_of);

# The engine that is ours, in every record.
our $ours = 'bxml';

# Engines of records that are named otherwise there.
my %alias = (
	rows  => { scan => $ours, function => "$ours, functions only", core => 'xml' },
	build => { core => 'xml' },
);

# {path, env: the first line, rows: all measurements in order, at: set -> measure -> engine -> measurement, size}
sub read_record {
	my ($path) = @_;
	my %r = (path => $path, env => {}, rows => [], at => {});
	open my $f, '<', $path or die "benchmark/report: cannot read $path: $!\n";
	while (my $line = <$f>) {
		next unless $line =~ /\S/;
		my $j = eval { decode_json($line) } or die "benchmark/report: $path:$.: not JSON\n";
		if (defined $j->{measure}) { push @{ $r{rows} }, $j }
		else { $r{env}{$_} = $j->{$_} for keys %$j }
	}
	close $f;
	my $bench = $r{env}{bench} // die "benchmark/report: $path does not say which benchmark it is of\n";
	for my $j (@{ $r{rows} }) {
		$j->{set} //= $bench;
		$j->{engine} = $alias{$bench}{ $j->{engine} } // $j->{engine};
	}
	$r{rows} = [tpox_rows(@{ $r{rows} })] if $bench =~ /^tpox/;
	add_to_index(\%r, $_) for @{ $r{rows} };
	return \%r;
}

sub add_to_index {
	my ($r, $j) = @_;
	my ($set, $measure, $engine) = @$j{qw(set measure engine)};
	$r->{size}{$set}{ $j->{unit} } = $j->{median} if $measure eq 'size' && $engine eq 'all';
	$r->{at}{$set}{$measure}{$engine} = $j unless $measure eq 'size' && exists $r->{at}{$set}{size}{$engine};
}

# Runs of one transaction alone, "alone/indexes for Q4/script": the CPU of each, and what the weights make of them.
sub alone_rows {
	my (%cpu, @rows);
	my @scripts = tpox_weights();
	my %weight = map { @$_ } @scripts;
	for my $j (@_) {
		my (undef, $search, $script) = split '/', $j->{set};
		$cpu{$search}{ $j->{engine} }{$script} = $j->{cpu_us};
	}
	for my $search (ordered('composite', sort keys %cpu)) {
		for my $engine (sort keys %{ $cpu{$search} // {} }) {
			my %all = (%{ $cpu{composite}{$engine} // {} }, %{ $cpu{$search}{$engine} });
			my $sum = 0;
			$sum += $weight{$_} / 100 * ($all{$_} // return @rows) for keys %weight;
			push @rows, map { { set => "alone, indexes for Q4: $search", engine => $engine, measure => "CPU alone: $_->[0]", unit => 'us',
				median => $_->[1] } } (map { [$_, $cpu{$search}{$engine}{$_}] } grep { defined $cpu{$search}{$engine}{$_} } map { $_->[0] } @scripts), ['mix by weights', $sum];
		}
	}
	return @rows;
}

# [script, its weight in the mix, of a hundred]
sub tpox_weights {
	my $path = dirname(__FILE__) . '/tpox/weights';
	open my $f, '<', $path or die "benchmark/report: cannot read $path: $!\n";
	return map { /^(\w+)\t(\d+)/ ? [$1, $2] : () } <$f>;
}

# Runs of users: the set says which, what a run measured of the server or of a transaction is one measurement each.
sub tpox_rows {
	my @rows = alone_rows(grep { $_->{set} =~ /^alone/ && $_->{measure} eq 'throughput' } @_);
	for my $j (grep { $_->{set} !~ /^alone/ } @_) {
		if (!defined $j->{clients}) {
			push @rows, $j;
			next;
		}
		my $run = { set => "$j->{set}, synchronous_commit $j->{sync}, $j->{clients} user" . ($j->{clients} > 1 ? 's' : ''),
			engine => $j->{engine}, workload => $j->{set}, sync => $j->{sync}, clients => $j->{clients} };
		if ($j->{measure} eq 'throughput') {
			push @rows, { %$run, measure => 'transactions per second', unit => '1/s', median => $j->{median} },
				{ %$run, measure => 'server CPU per transaction', unit => 'us', median => $j->{cpu_us} };
		} else {
			push @rows, { %$run, measure => "latency: $j->{measure}", unit => 'us', median => $j->{avg} };
		}
	}
	return @rows;
}

# The latest record of a benchmark in a folder, if there is one.
sub latest {
	my ($dir, $bench) = @_;
	my @f = sort glob("$dir/$bench-*.jsonl");
	return @f ? $f[-1] : ();
}

sub ordered {
	my %seen;
	return grep { !$seen{$_}++ } @_;
}

sub sets_of {
	return ordered(map { $_->{set} } @{ $_[0]{rows} });
}

sub measures_of {
	return ordered(map { $_->{measure} } @{ $_[0]{rows} });
}

# How many times better a is than b: less time or space, or more per second.
sub better {
	my ($a, $b) = @_;
	return $a->{unit} =~ m{/s$} ? $a->{median} / $b->{median} : $b->{median} / $a->{median};
}

# Ours (or $mine) against a peer of the same set and measure; x > 1 means we are better.
sub ratio {
	my ($r, $set, $measure, $peer, $mine) = @_;
	my $a = $r->{at}{$set}{$measure}{ $mine // $ours } or return undef;
	my $b = $r->{at}{$set}{$measure}{$peer} or return undef;
	return undef unless $a->{median} > 0 && $b->{median} > 0;
	return { set => $set, measure => $measure, peer => $peer, x => better($a, $b), a => $a, b => $b };
}

# Three digits, or more where they stand before the point.
sub num {
	my ($v) = @_;
	return '' unless defined $v;
	return sprintf '%.0f', $v if abs($v) >= 100;
	return sprintf '%.1f', $v if abs($v) >= 10;
	return sprintf '%.2f', $v if abs($v) >= 1;
	return sprintf '%.3g', $v;
}

# table HEAD ROW...: empty without rows
sub table {
	my ($head, @rows) = @_;
	return '' unless @rows;
	return join "\n", '| ' . join(' | ', @$head) . ' |', '|' . ('---|' x @$head),
		(map { '| ' . join(' | ', map { $_ // '' } @$_) . ' |' } @rows), '';
}

1;
