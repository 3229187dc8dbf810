import helmet from 'helmet';
import { kernelVersion } from '../../kernel/base/package_info.ts';
import { completeHtml } from '../../kernel/base/value_writers.ts';
import { publicAddress } from '../../kernel/http/public_path.ts';
import type { PageRouter } from '../api/page_router.ts';
import { serveStored, StoredAnswer } from '../api/stored_answer.ts';
import { documentAddress } from '../openapi/pages.ts';
import type { PageRecord } from './page_records.ts';

const addressOf = (version: number) => `${documentAddress}?version=${version}`;

const linksTo = (versions: readonly number[]) => [
  { title: 'API reference', address: '/docs' },
  ...versions.map((version) => ({ title: `OpenAPI document of version ${version}`, address: addressOf(version) })),
  { title: 'Health: whether the process is alive', address: '/healthz' },
  { title: 'Readiness: database, migrations and plugins', address: '/readyz' },
];

const pageWith = (linked: ReturnType<typeof linksTo>) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Lectern</title>
    <link rel="stylesheet" href="/home.css" />
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png" />
  </head>
  <body>
    <main>
      <h1>Lectern ${kernelVersion}</h1>
      <p>
        This server answers an HTTP API, as its core, plugins and custom layers make it. All addresses of the API are below
        <code>/api</code>.
      </p>
      <ul>
${linked.map(({ title, address }) => `        <li><a href="${address}">${title}</a></li>`).join('\n')}
      </ul>
      <p>
        Start with the reference: it describes each operation and the credentials, and sends requests.
      </p>
    </main>
  </body>
</html>
`;

const style = `:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 40rem; margin: 0 auto; padding: 2rem 1rem; }
li { margin: 0.4rem 0; }
`;

/** The page as data, for clients that are no browsers. */
const summaryOf = (versions: readonly number[]) => ({
  name: 'Lectern',
  version: kernelVersion,
  api: '/api',
  reference: '/docs',
  documents: Object.fromEntries(versions.map((one) => [one, addressOf(one)])),
  health: '/healthz',
  readiness: '/readyz',
});

// The page loads one style sheet and one icon of this installation, and nothing else.
const security = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
});

interface HomeParts {
  readonly pages: readonly PageRecord[];
  readonly publicPath: string;
  /** Versions of the API, the newest first. */
  readonly versions: readonly number[];
}

/** Serves `/`: links as HTML for browsers, as JSON for other clients. */
export function mountHome(router: PageRouter, { pages, publicPath, versions }: HomeParts): void {
  const ofModules = pages.map(({ address }) => ({ title: `Page ${address}`, address }));
  const below = (_key: string, value: unknown) =>
    typeof value === 'string' ? publicAddress(publicPath, value) : value;
  const html = new StoredAnswer(completeHtml(pageWith([...linksTo(versions), ...ofModules]), publicPath), 'html');
  const json = new StoredAnswer(
    JSON.stringify({ ...summaryOf(versions), pages: pages.map(({ address }) => address) }, below),
    'json',
  );
  router.get('/', security, (request, response) => {
    response.vary('Accept');
    return (request.accepts(['json', 'html']) === 'html' ? html : json).send(request, response);
  });
  serveStored(router, '/home.css', () => new StoredAnswer(style, 'css'));
}
