import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NewFiles } from '../files.ts';

/** Text of `tsconfig.json`: the settings of Lectern, so that its types mean the same. */
export function tsconfig(lectern: string): string {
  const { compilerOptions } = JSON.parse(readFileSync(join(lectern, 'tsconfig.json'), 'utf8')) as Settings;
  const { incremental: _, tsBuildInfoFile: _file, allowJs: _allow, checkJs: _check, ...options } = compilerOptions;
  return oneLineLists({
    compilerOptions: { ...options, types: ['node', 'mocha'] },
    include: ['**/*.ts'],
    exclude: ['node_modules', 'dist', '.lectern'],
  });
}

interface Settings {
  readonly compilerOptions: Readonly<Record<string, unknown>>;
}

/** JSON with each list on one line, as formatters write short ones. */
export function oneLineLists(content: object): string {
  const text = JSON.stringify(content, null, 2);
  const lists = text.replaceAll(/\[\n[^\]]*\]/g, (list) => list.replaceAll(/\s*\n\s*/g, ' '));
  return `${lists.replaceAll(/\[ (.*) \]/g, '[$1]')}\n`;
}

export const lint = `{
  "ignorePatterns": ["dist/", ".lectern/"],
  "categories": { "correctness": "error" }
}
`;

export const gitIgnore = `node_modules/
dist/
data/
.data/
.cache/
.lectern/
*.tgz
`;

export const changelog = `# Changelog

## 0.1.0

- First version.
`;

/** End of the README: how the package is made. */
export const publishing = (packageName: string): string => `
The commands run the plugin in a host of its own. \`npm run build\` compiles the plugin into \`dist/\`, which the package contains.
\`npm publish\` builds and publishes \`${packageName}\`. Choose a licence in \`package.json\` before.
`;

const steps = ['npm ci', 'npm run lint', 'npm run types', 'npm test', 'npm run check', 'npm pack --dry-run'];

/** Workflow of GitHub: all checks on each supported version of Node.js. */
export const gitHub = `name: test
on: [push, pull_request]
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        node: [20, 22, 24]
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: \${{ matrix.node }}
          cache: npm
${steps.map((step) => `      - run: ${step}\n`).join('')}`;

/** Pipeline of GitLab, with the same steps. */
export const gitLab = `test:
  image: node:$NODE
  parallel:
    matrix:
      - NODE: ['20', '22', '24']
  script:
${steps.map((step) => `    - ${step}\n`).join('')}`;

/** Plugin for tests on a host without accounts: a header names the caller. */
export const callers = (version: string): NewFiles => ({
  'test/fixtures/callers/module.json': `{
  "name": "callers",
  "version": "0.1.0",
  "description": "Signs in the caller that a header names; for tests only.",
  "engines": { "lectern": "^${version}" }
}
`,
  'test/fixtures/callers/services.ts': `import { contributes } from 'lectern';
import type { Authenticator, Caller, RequestView } from 'lectern';

/** Identifies the caller by the header X-Caller, without any proof: only for tests. */
class Callers implements Authenticator {
  readonly name = 'Caller';
  readonly rank = 90;
  readonly challenge = 'Caller realm="tests"';
  readonly security = { type: 'apiKey', in: 'header', name: 'X-Caller' };
  readonly fails = [];

  find(request: RequestView): string | undefined {
    return request.header('x-caller');
  }

  identify(id: string): Caller {
    return { id, nickname: \`caller \${id}\`, roles: [], permissions: new Set() };
  }
}

export default { testCallers: contributes('authenticators', Callers) };
`,
});
