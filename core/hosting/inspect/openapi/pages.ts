import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Router } from 'express';
import { openApiDocument, type DocumentParts } from './document.ts';

const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const files = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Lectern API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png" />
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

// Served as a separate file, because the security policy of the page allows no inline scripts.
const script = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  showExtensions: true,
  validatorUrl: null,
});
`;

/** Serves the OpenAPI document at `/api/openapi.json`, and at `/docs` a reference page without external files. */
export function mountDocs(router: Router, parts: DocumentParts): void {
  // Stored as bytes: Express would encode a text for every answer, which dominates the cost at this size.
  let bytes: Buffer | undefined;
  router.get('/api/openapi.json', (_request, response) => {
    bytes ??= Buffer.from(JSON.stringify(openApiDocument(parts)));
    response.type('json').send(bytes);
  });
  router.get('/docs', (_request, response) => {
    response.type('html').send(page);
  });
  router.get('/docs/start.js', (_request, response) => {
    response.type('js').send(script);
  });
  for (const file of files) {
    router.get(`/docs/${file}`, (_request, response) => {
      response.sendFile(join(folder, file), { maxAge: '1h' });
    });
  }
}
