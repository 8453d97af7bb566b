# Server.pm -- a temporary server for the Perl scripts of this folder, the points they print and the record of a run.
package Server;
use strict;
use warnings;
use Exporter qw(import);
use File::Temp qw(tempdir);
use FindBin;

our @EXPORT_OK = qw(start stop_server start_server restart data_dir sql answer sql_file point points done record scratch slurp spew);

my $root = "$FindBin::Bin/../..";
my ($cluster, $scratch, $server);
my ($points, $bad) = (0, 0);

# start OPTION...: a server as tools/cluster makes it, with PGHOST and the like set; it is gone at the end.  Without
# options the one that there is already does.
sub start
{
	my @options = ($ENV{FAULT_STAGE} ? ('--stage', $ENV{FAULT_STAGE}) : (), @_);
	$SIG{$_} = sub { exit 130 } for qw(INT TERM HUP);
	$scratch = tempdir('/tmp/bxml-faults.XXXXXXXX', CLEANUP => 0);
	return if $ENV{BXML_CLUSTER} && !@options;
	my $said = qx($root/tools/cluster start @{[ map { "'$_'" } @options ]});
	for ($said =~ /(\w+=\S+)/g) {
		my ($name, $value) = split /=/, $_, 2;
		$value =~ s/["']//g;
		$value =~ s/\$PATH/$ENV{PATH}/;
		$ENV{$name} = $value;
	}
	$cluster = $ENV{BXML_CLUSTER} or die "no server\n";
	sql('CREATE EXTENSION IF NOT EXISTS bxml');
	return;
}

sub scratch { return $scratch }

sub data_dir { return "$cluster/data" }

END {
	my $status = $?;
	system("$root/tools/cluster", 'stop', $cluster) if $cluster;
	system('rm', '-rf', $scratch) if $scratch;
	$? = $status;
}

# owner COMMAND...: run as the user who owns the cluster
sub owner
{
	my @command = $> == 0 ? ('runuser', '-u', 'postgres', '--', @_) : @_;
	my $line = join ' ', map { "'$_'" } @command;
	return system("cd / && $line </dev/null >>$cluster/pg_ctl.log 2>&1");
}

sub start_server { return owner('pg_ctl', '-D', data_dir(), '-l', "$cluster/log", '-t', '120', '-s', '-w', 'start') }

sub stop_server { return owner('pg_ctl', '-D', data_dir(), '-t', '120', '-s', '-w', '-m', $_[0] // 'fast', 'stop') }

sub restart { return stop_server(@_) || start_server() }

sub slurp
{
	my ($file) = @_;
	open(my $f, '<:raw', $file) or die "$file: $!\n";
	local $/;
	return scalar <$f>;
}

sub spew
{
	my ($file, $bytes) = @_;
	open(my $f, -e $file ? '+<:raw' : '>:raw', $file) or die "$file: $!\n";
	print $f $bytes;
	close $f or die "$file: $!\n";
	return;
}

# sql_file FILE: what psql says to it, errors as SQLSTATE
sub sql_file
{
	my ($file) = @_;
	open(my $p, '-|', "psql -XqAt -v VERBOSITY=sqlstate -f $file 2>&1") or die "psql: $!\n";
	my @lines = <$p>;
	close $p;
	chomp @lines;
	return @lines;
}

# answer SQL: all that psql says
sub answer
{
	my ($text) = @_;
	open(my $f, '>', "$scratch/query") or die "$scratch/query: $!\n";
	print $f $text, ";\n";
	close $f;
	return sql_file("$scratch/query");
}

# sql SQL: rows; errors end the script
sub sql
{
	my @rows = answer(@_);
	die "an error: @rows\n" if grep { /ERROR:|FATAL:|psql: |server closed/ } @rows;
	return grep { !/NOTICE:/ } @rows;
}

# point OK NAME
sub point
{
	my ($ok, $name) = @_;
	print $ok ? 'ok ' : 'not ok ', ++$points, " - $name\n";
	$bad++ unless $ok;
	return $ok;
}

sub points { return ($points, $bad) }

# record NAME COUNT => NUMBER...: a file with one line of JSON in FAULT_RECORDS, if that is set
sub record
{
	my ($name, @counts) = @_;
	my @command = ("$root/test/faults/record", $name, ($bad ? 'failed' : 'passed'));
	$server //= (sql('SHOW server_version'))[0];
	while (my ($key, $value) = splice @counts, 0, 2) { push @command, "$key=$value" }
	system(@command, "server=$server");
	return;
}

sub done
{
	print "1..$points\n";
	exit($bad ? 1 : 0);
}

1;
