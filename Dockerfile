# The project on Debian 12, built: docker build -t gt200 . && docker run --rm gt200
# No base image was at hand. 2026-11-28, at bcb2a702, these steps ran in a folder made by mmdebstrap (bookworm,
# minbase): the packages, ./setup, make all, make demo.
FROM debian:12
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates git make sudo \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /gt200
COPY . .
RUN ./setup && make all
CMD ["make", "demo"]
