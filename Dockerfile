# PostgreSQL 15 of Debian 12 with bxml installed and created in the default database, and bxtool.
#   docker build -t bxml .
#   docker run -d --name bxml bxml && docker exec -it bxml psql
#   docker run --rm -i bxml bxtool xpath '//title' - < feed.xml
FROM debian:12-slim AS build
RUN apt-get update -q \
	&& apt-get install -y -q --no-install-recommends gcc libc6-dev make pkg-config libxml2-dev liblz4-dev postgresql-server-dev-15
COPY . /src/bxml
RUN cd /src/bxml && make -s clean && make -s -j2 install DESTDIR=/install

FROM debian:12-slim
RUN mkdir -p /etc/postgresql-common \
	&& echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.conf \
	&& apt-get update -q \
	&& UCF_FORCE_CONFFOLD=1 DEBIAN_FRONTEND=noninteractive \
		apt-get install -y -q --no-install-recommends postgresql-15 libxml2 liblz4-1 \
	&& rm -rf /var/lib/apt/lists/*
COPY --from=build /install/ /
ENV PATH=/usr/lib/postgresql/15/bin:$PATH PGDATA=/var/lib/postgresql/data PGUSER=postgres
USER postgres
# Connections inside the container are trusted; set a password before using the port.
RUN initdb -E UTF8 --locale=C.UTF-8 --auth-local=trust --auth-host=scram-sha-256 >/dev/null \
	&& echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf" \
	&& pg_ctl -s -w start -l /tmp/log && psql -qc 'CREATE EXTENSION bxml' && pg_ctl -s -w stop && rm /tmp/log
EXPOSE 5432
STOPSIGNAL SIGINT
CMD ["postgres", "-c", "listen_addresses=*"]
