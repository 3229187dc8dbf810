/** Markup of the reference page. */
export const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Lectern API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <link rel="stylesheet" href="/docs/start.css" />
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
export const script = `SwaggerUIBundle({
  url: '/api/openapi.json' + window.location.search,
  dom_id: '#reference',
  deepLinking: true,
  showExtensions: true,
  validatorUrl: null,
});
`;

export const style = '';
