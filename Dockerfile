# Production packages only. The separate layer stays in the cache until one of the copied files changes.
FROM node:24-bookworm-slim AS packages
WORKDIR /srv/lectern
COPY package.json package-lock.json .npmrc ./
# Archives of plugins, to which package.json may refer. A pattern may match nothing.
COPY .npmrc packages* packages/
RUN npm ci --omit=dev && npm cache clean --force

# The compiled program.
FROM packages AS build
COPY . .
RUN npm run build && mkdir -p /var/lib/lectern/files

# The process does not own these files, and writes only uploads: the root file system may be read-only.
FROM node:24-bookworm-slim
ENV NODE_ENV=production PORT=3000
WORKDIR /srv/lectern
COPY --from=packages /srv/lectern/node_modules node_modules
COPY --from=build /srv/lectern/package.json /srv/lectern/LICENSE /srv/lectern/plugins.json* ./
COPY --from=build /srv/lectern/config config
COPY --from=build /srv/lectern/core core
COPY --from=build /srv/lectern/plugins plugins
COPY --from=build /srv/lectern/custom custom
COPY --from=build /srv/lectern/dist dist
# A new volume at this path gets its owner. LECTERN_FILES_DIR names the folder of the uploads.
COPY --from=build --chown=1000:1000 /var/lib/lectern /var/lib/lectern
# The user `node`, as a number, so that Kubernetes can verify that it is not root.
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=300s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`, { signal: AbortSignal.timeout(2000) }).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/core/cli/main.js"]
CMD ["start"]
