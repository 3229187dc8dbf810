import { existsSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Express } from 'express';
import type { LoadedModule } from '../boot/load_module.ts';
import { mountDocs } from '../openapi/pages.ts';
import type { DocumentParts } from '../openapi/document.ts';
import { mountHealth, type Health } from './health.ts';
import type { Metrics } from './metrics.ts';

/** What is served beside the API. */
export interface PageParts {
  readonly metrics: Metrics;
  readonly health: Health;
  readonly modules: readonly LoadedModule[];
  readonly document: DocumentParts;
}

/** Health, metrics, the API's document and its reference page, and the public files of the modules. */
export function mountPages(app: Express, { metrics, health, modules, document }: PageParts): void {
  mountHealth(app, health, modules);
  app.get('/metrics', async (_request, response) => {
    response.type(metrics.contentType).send(await metrics.text());
  });
  mountDocs(app, document);
  for (const { name, folder } of modules) {
    const files = join(folder, 'public');
    if (existsSync(files)) app.use(`/assets/${name}`, express.static(files, { index: false, maxAge: '1h' }));
  }
}
