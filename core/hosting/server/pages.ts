import { existsSync, realpathSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import express, { type RequestHandler, type Router } from 'express';
import type { LoadedModule } from '../../kernel/modules/load_module.ts';
import { originalTags } from '../../kernel/http/entity_tag.ts';
import { publicPathOf } from '../../kernel/http/public_path.ts';
import { PageRouter } from '../api/page_router.ts';
import { pageSecurity } from '../api/security_headers.ts';
import { mountDocs } from '../openapi/pages.ts';
import { documentedVersions, type DocumentParts } from '../openapi/document.ts';
import { serveStored, StoredAnswer } from '../api/stored_answer.ts';
import { mountHome } from './home_page.ts';
import { mountHealth, type Health } from './health.ts';
import { mountFailedPages, mountModulePages } from './module_pages.ts';
import type { PageRecord } from './page_records.ts';
import { metricsAccess } from '../telemetry/metrics_access.ts';
import type { Metrics } from '../telemetry/metrics.ts';

export interface PageParts {
  readonly metrics: Metrics;
  readonly isDevelopment: boolean;
  /** Address at which clients reach this installation. */
  readonly publicUrl: string | undefined;
  /** Whether `/` is left to the application in which the kernel is mounted. */
  readonly passUnknown: boolean;
  /** Token required to read the metrics, if any. */
  readonly metricsToken: string | undefined;
  readonly health: Health;
  readonly modules: readonly LoadedModule[];
  readonly document: DocumentParts;
  /** Makes the reference for authors of plugins; undefined if it is not served. */
  readonly reference: (() => string) | undefined;
  /** Pages of modules. */
  readonly pages: readonly PageRecord[];
}

/** Mounts the pages of the kernel, the OpenAPI document, and the pages and public files of modules. */
export function mountPages(router: Router, parts: PageParts): void {
  const { metrics, health, modules, document, reference } = parts;
  router.use(pageSecurity(parts.publicUrl));
  const pages = new PageRouter(router);
  const publicPath = publicPathOf(parts.publicUrl);
  if (!parts.passUnknown)
    mountHome(pages, { pages: parts.pages, publicPath, versions: documentedVersions(document.services).numbers });
  mountHealth(pages, health, modules);
  const refused = metricsAccess(parts.metricsToken);
  pages.get('/metrics', async (request, response) => {
    const refusal = refused(request);
    if (refusal) throw refusal;
    response.type(metrics.contentType).send(await metrics.text());
  });
  mountDocs(pages, document, parts.isDevelopment);
  if (reference) serveStored(pages, '/docs/reference', () => new StoredAnswer(reference(), 'html'));
  mountModulePages(pages, parts.pages, publicPath);
  for (const { name, folder } of modules) {
    const files = join(folder, 'public');
    if (existsSync(files)) router.use(`/assets/${name}`, regularFilesIn(files));
  }
  mountFailedPages(pages, health.failedPlugins);
}

/** Serves only regular files of a folder: links may lead out of the folder, and opening a pipe blocks for ever. */
function regularFilesIn(folder: string): RequestHandler {
  const top = realpathSync(folder);
  const serve = express.static(top, { index: false, maxAge: '1h', redirect: false });
  return (request, response, next) => {
    for (const name of ['if-match', 'if-none-match'] as const) {
      const sent = request.headers[name];
      if (sent !== undefined) request.headers[name] = originalTags(sent);
    }
    isRegularFile(top, request.path).then(
      (isRegular) => {
        if (isRegular) serve(request, response, next);
        else next();
      },
      () => next(),
    );
  };
}

async function isRegularFile(top: string, path: string): Promise<boolean> {
  const file = await realpath(join(top, decodeURIComponent(path)));
  return file.startsWith(`${top}${sep}`) && (await stat(file)).isFile();
}
