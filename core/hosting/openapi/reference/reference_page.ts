import type { DocumentedVersions } from '../document.ts';
import { contrast, labels, search, resolver } from '../reference_plugins.ts';
import { signIn } from './reference_sign_in.ts';

const linkTo = (version: number, preset: number) => {
  const address = version === preset ? '/docs' : `/docs?version=${version}`;
  return `      <a href="${address}">Version ${version}</a>`;
};

/** Markup of the reference page. @param form the sign-in form; empty without an operation to sign in */
export const pageFor = (form: string, { numbers, preset }: DocumentedVersions) => `<!doctype html>
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
    <nav>
      <a href="/">Lectern</a>
${numbers.map((version) => linkTo(version, preset)).join('\n')}
${form}
    </nav>
    <div id="reference"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/**
 * Script of the reference page. A separate file, because the security policy of the page allows no inline scripts.
 * `foldErrors` folds the errors of an operation, which take most of its height. `requestInterceptor` selects the version
 * that the document describes, also in the shown command.
 */
export const script = `// The public path of the installation: this script is \`/docs/start.js\` below it.
const base = new URL('..', document.currentScript.src).pathname.replace(/\\/$/, '');
${labels}
${resolver}
${search}
${signIn}
const requestInterceptor = (request) => {
  const accept = request.loadSpec ? undefined : ui.specSelectors.specJson().getIn(['info', 'x-accept']);
  if (accept) request.headers.accept = accept;
  return request;
};

// Operations whose errors are shown. Stored outside of the component, which the page removes when it is out of view.
const unfolded = new Set();

const foldErrors = ({ React }) => ({
  wrapComponents: {
    responses: (Responses) => function FoldedResponses(props) {
      const operation = props.method + ' ' + props.path;
      const [isOpen, setOpen] = React.useState(unfolded.has(operation));
      const toggle = () => {
        if (!unfolded.delete(operation)) unfolded.add(operation);
        setOpen(unfolded.has(operation));
      };
      const isError = (_response, status) => Number(status) >= 400;
      const errors = props.responses.filter(isError).count();
      const shown = isOpen ? props.responses : props.responses.filterNot(isError);
      const button = { className: 'btn errors', 'aria-expanded': isOpen, onClick: toggle };
      return React.createElement(
        'div',
        null,
        React.createElement(Responses, { ...props, responses: shown }),
        errors > 0 && React.createElement('button', button, (isOpen ? 'Hide ' : 'Show ') + errors + ' errors'),
      );
    },
  },
});

// Swagger UI scrolls to the operation in the address by estimated heights, so the operation may be out of view or behind
// the bar. Scrolls again until the operation stays in view, the reader acts, or about five seconds have passed.
const reachOperation = (ui) => {
  const [, tag, id] = location.hash.split('/').map(decodeURIComponent);
  if (id === undefined) return;
  let [tries, reached] = [25, 0];
  const bar = document.querySelector('nav');
  const timer = setInterval(() => {
    const top = document.getElementById('operations-' + tag + '-' + id)?.getBoundingClientRect().top;
    const isInView = top !== undefined && top > bar.offsetHeight - 1 && top < innerHeight / 2;
    reached = isInView ? reached + 1 : 0;
    if (reached === 3 || tries-- === 0) clearInterval(timer);
    else if (top === undefined) ui.layoutActions.scrollToVirtualizedOperation(['operations', tag, id]);
    else if (!isInView) scrollBy(0, top - bar.offsetHeight);
  }, 200);
  for (const name of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    addEventListener(name, () => clearInterval(timer), { once: true, passive: true });
};

const ui = SwaggerUIBundle({
  url: base + '/api/openapi.json' + window.location.search,
  dom_id: '#reference',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: true,
  onComplete: () => {
    setUpSignIn(ui);
    reachOperation(ui);
  },
  plugins: [foldErrors, labels, resolver, search],
  requestInterceptor,
  showExtensions: true,
  validatorUrl: null,
});
`;

// Hides the column of links, because no operation has links. The bar stays in view, so that a reader can sign in without
// leaving an operation, which Swagger UI removes when it is out of view. The scroll margin keeps focused elements clear of
// the bar. Without `overflow-anchor`, the browser would scroll away from errors that a reader unfolds.
export const style = `body { margin: 0; }
nav { position: sticky; top: 0; z-index: 10; display: flex; flex-wrap: wrap; align-items: center; gap: 1rem; padding: 0.6rem 1.2rem; background: #1b1b1b; font: 1rem system-ui, sans-serif; }
nav a, nav span { color: #fff; }
nav form { display: flex; flex-wrap: wrap; gap: 0.4rem; align-items: center; }
#account { display: grid; }
#account form { grid-area: 1 / 1; }
#account form[hidden] { display: flex; visibility: hidden; }
nav input { flex: 1 1 6rem; width: 6rem; min-width: 0; max-width: 9rem; padding: 0.3rem; font: inherit; }
nav button { padding: 0.3rem 0.8rem; font: inherit; }
nav #sign-in-problem { color: #ffb4a9; }
.swagger-ui .operations-virtual { overflow-anchor: none; }
.swagger-ui .response-col_links { display: none; }
.swagger-ui :is(a, button, input, select, textarea) { scroll-margin-top: 4rem; }
.swagger-ui .not-found { padding: 20px; }
.swagger-ui .curl-command { overflow-x: auto; }
.swagger-ui .table-container td { overflow-wrap: anywhere; }
.swagger-ui .btn.errors { margin: 0 20px 20px; }
${contrast}`;
