import { kernelVersion } from '../../../hosting/internals.ts';
import { json, type NewFiles } from '../files.ts';

/** End of the README: how the package is made. */
export const publishing = (packageName: string): string => `
The commands run the plugin in a host of its own. \`npm run build\` compiles the plugin into \`dist/\`, which the package contains.
\`npm publish\` builds and publishes \`${packageName}\`. Choose a licence in \`package.json\` before.
`;

const commands = ['npm ci', 'npm run lint', 'npm run types', 'npm test', 'npm run check', 'npm pack --dry-run'];
const steps = (before: string) => commands.map((command) => `${before}${command}\n`).join('');

/** Workflows of GitHub and GitLab: all checks on each supported version of Node.js. */
export const workflows: NewFiles = {
  '.github/workflows/test.yml': `name: test
on: [push, pull_request]
permissions: { contents: read }
jobs:
  test:
    runs-on: ubuntu-latest
    strategy: { matrix: { node: [20, 22, 24] } }
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: '\${{ matrix.node }}', cache: npm }
${steps('      - run: ')}`,
  '.gitlab-ci.yml': `test:
  image: node:$NODE
  parallel: { matrix: [{ NODE: ['20', '22', '24'] }] }
  script:
${steps('    - ')}`,
};

/** Plugin for tests on a host without accounts: a header names the caller. */
export const callers: NewFiles = {
  'test/fixtures/callers/module.json': json({
    name: 'callers',
    version: '0.1.0',
    description: 'Signs in the caller that a header names; for tests only.',
    engines: { lectern: `^${kernelVersion}` },
  }),
  'test/fixtures/callers/services.ts': `import { asValue, contributes } from 'lectern';
import type { Authenticator } from 'lectern';

/** Identifies the caller by the header X-Caller, without any proof: only for tests. */
const callers: Authenticator = {
  name: 'Caller',
  rank: 90,
  challenge: 'Caller realm="tests"',
  security: { type: 'apiKey', in: 'header', name: 'X-Caller' },
  fails: [],
  find: (request) => request.header('x-caller'),
  identify: (id) => ({ id, nickname: \`caller \${id}\`, roles: [], permissions: new Set() }),
};

export default { testCallers: contributes('authenticators', asValue(callers)) };
`,
};
