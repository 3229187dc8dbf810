import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Request } from 'express';
import { packageFile } from '../../kernel/base/package_info.ts';
import { completeHtml } from '../../kernel/base/value_writers.ts';
import { publicPathOf } from '../../kernel/http/public_path.ts';
import { standardFailures } from '../../kernel/declare/standard_failures.ts';
import type { PageRouter } from '../api/page_router.ts';
import { serveStored, StoredAnswer } from '../api/stored_answer.ts';
import {
  documentedVersions,
  openApiDocument,
  type DocumentedVersions,
  type DocumentParts,
  type DocumentTerms,
} from './document.ts';
import { pageFor, script, style } from './reference/reference_page.ts';
import { hasSignIn, signInForm } from './reference/reference_sign_in.ts';

export const documentAddress = '/api/openapi.json';

// The package `lectern` has copies of the files that are served.
const copies = fileURLToPath(new URL('dist/pages/swagger-ui-dist', packageFile));
const folder = existsSync(copies)
  ? copies
  : dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const files = { 'swagger-ui.css': 'css', 'swagger-ui-bundle.js': 'js', 'favicon-32x32.png': 'png' };

/**
 * Serves the OpenAPI documents at `/api/openapi.json`, and at `/docs` a reference page without external files.
 * @param isDevelopment whether the sign-in form of the page contains a demo account
 */
export function mountDocs(router: PageRouter, parts: DocumentParts, isDevelopment: boolean): void {
  const publicPath = publicPathOf(parts.services.config.http.publicUrl);
  const documents = new Map<string, StoredAnswer>();
  const versions = documentedVersions(parts.services);
  router.get(documentAddress, async (request, response) => {
    const terms = termsOf(request, versions);
    const key = JSON.stringify(terms);
    const known = documents.get(key) ?? new StoredAnswer(JSON.stringify(openApiDocument(parts, terms)), 'json');
    documents.set(key, known);
    await known.send(request, response);
  });
  const form = hasSignIn(parts.routes) ? signInForm(isDevelopment) : '';
  let page: StoredAnswer | undefined;
  router.get('/docs', (request, response) => {
    // Refuses a version without a document, which the page could not load.
    termsOf(request, versions);
    page ??= new StoredAnswer(completeHtml(pageFor(form, versions), publicPath), 'html');
    return page.send(request, response);
  });
  serveStored(router, '/docs/start.js', () => new StoredAnswer(script, 'js'));
  serveStored(router, '/docs/start.css', () => new StoredAnswer(style, 'css'));
  for (const [file, type] of Object.entries(files)) {
    const make = () => new StoredAnswer(readFileSync(join(folder, file)), type, 'public, max-age=3600');
    serveStored(router, `/docs/${file}`, make);
  }
}

/** The document that a query asks for: `?version=1`, `?bodies=all`. @throws Failure for unknown values */
function termsOf({ query }: Request, { numbers, preset }: DocumentedVersions): Required<DocumentTerms> {
  const { version = String(preset), bodies = 'json' } = query;
  const found = numbers.find((one) => String(one) === version);
  if (found === undefined) {
    const message = `There is no document of this version; the versions are ${numbers.join(' and ')}.`;
    throw standardFailures.noSuchObject({ message });
  }
  if (bodies === 'json' || bodies === 'all') return { version: found, allBodies: bodies === 'all' };
  throw standardFailures.invalidParameter.about('bodies', 'must be json or all');
}
