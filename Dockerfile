# syntax=docker/dockerfile:1
# A host in a container. Everything it keeps lies in the volume /data; nothing else is written, so a read-only root works.
#   docker run -d -p 127.0.0.1:8080:8080 -v rtab:/data --read-only race-to-a-billion
FROM python:3.13-slim-bookworm AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /source
COPY requirements.lock ./
RUN python -m venv /opt/rtab && /opt/rtab/bin/python -m pip install --require-hashes --no-deps -r requirements.lock
COPY pyproject.toml LICENSE ./
COPY docs/package.md docs/package.md
COPY engine engine
COPY layers layers
RUN /opt/rtab/bin/python -m pip install --no-deps . layers/cjk \
 && /opt/rtab/bin/python -m pip check \
 && /opt/rtab/bin/python -m compileall -q /opt/rtab/lib \
 && /opt/rtab/bin/python -m pip uninstall --yes pip

FROM python:3.13-slim-bookworm
ARG VERSION=unreleased
LABEL org.opencontainers.image.title="Race to a Billion" \
      org.opencontainers.image.description="A host for games that people play over days" \
      org.opencontainers.image.version=$VERSION \
      org.opencontainers.image.licenses="MIT AND CC0-1.0 AND Unicode-3.0 AND Bitstream-Vera AND OFL-1.1"
RUN useradd --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin rtab && install -d -o rtab -g rtab -m 700 /data
COPY --from=build /opt/rtab /opt/rtab
ENV PATH=/opt/rtab/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
ENV RTAB_HOME=/data RTAB_BIND=0.0.0.0 PORT=8080 RTAB_LOG_FORMAT=json
USER 10001
VOLUME ["/data"]
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["python", "-c", "import os, urllib.request as r; r.urlopen('http://127.0.0.1:' + os.environ['PORT'] + '/healthz', timeout=4)"]
ENTRYPOINT ["rtab"]
CMD ["play"]
