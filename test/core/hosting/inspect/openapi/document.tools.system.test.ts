import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { platformOfSuite } from '../../../../support/suite.ts';
import { complaints } from '../../../devtools/client/compiled.ts';
import { cachedPackage } from './clients/cached_package.ts';
import type { Tree } from './contract.ts';
import { workshop } from './workshop.ts';

const packageOf = (name: string) => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));

/** Not a development package: it is 70 MB. */
const spectral = { name: '@stoplight/spectral-cli', version: '6.16.3' };

/** Code of a client author against the generated types. */
const client = `import type { components, paths } from './platform.schema.js';
type Answer<P extends keyof paths> = paths[P] extends { get: { responses: { 200: { content: { 'application/json': infer A } } } } } ? A : never;
type Failure = paths['/api/articles/{id}']['get']['responses'][404]['content'][keyof paths['/api/articles/{id}']['get']['responses'][404]['content']];
export const title = (one: Answer<'/api/articles/{id}'>): string => one.title;
export const published = (one: components['schemas']['Article']): number | null => one.publishedTime;
export const sizeOf = (page: Answer<'/api/articles'>): number => page.paging.total ?? page.data.length;
export const codeOf = ({ error }: components['schemas']['Error']): number => error.code;
export const codeOfAny = (failure: Failure): number => failure.error.code;
export const query: paths['/api/articles']['get']['parameters']['query'] = { sort: 'popular', limit: 5, categoryId: '7' };
// @ts-expect-error no such order
export const wrong: paths['/api/articles']['get']['parameters']['query'] = { sort: 'upside-down' };
`;

const names = ['platform', 'workshop'];
const asInNode = { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext };

describe('The OpenAPI document', function () {
  // Ends a hang; the linters take seconds, and a minute beside much other work.
  this.timeout(180_000);
  const place = workshop();
  const folder = mkdtempSync(join(tmpdir(), 'lectern-openapi-'));
  const documents: Record<string, Tree> = {};
  const platform = platformOfSuite();

  before(async () => {
    documents['platform'] = (await platform.api.get('/api/openapi.json')).body as Tree;
    documents['workshop'] = (await (await place.serve()).api.get('/api/openapi.json')).body as Tree;
  });

  after(async () => {
    await place.clear();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const name of names) {
    it(`of the ${name} passes redocly without a problem`, () => {
      const file = join(folder, `${name}.json`);
      writeFileSync(file, JSON.stringify(documents[name]));
      const cli = join(packageOf('@redocly/cli'), 'bin/cli.js');
      const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
      const given = [cli, 'lint', file, '--extends', 'recommended', '--format', 'json'];
      const { stdout, stderr } = spawnSync(process.execPath, given, { cwd: folder, env, encoding: 'utf8' });
      const report = JSON.parse(stdout || `{"failed":${JSON.stringify(stderr)}}`) as Tree;
      expect(report['problems'], stdout + stderr).to.deep.equal([]);
    });
  }

  it('passes spectral, except for the missing contact', async () => {
    const files = names.map((name) => join(folder, `${name}.spectral.json`));
    names.forEach((name, index) => writeFileSync(files[index]!, JSON.stringify(documents[name])));
    writeFileSync(join(folder, 'rules.json'), '{"extends":["spectral:oas"]}');
    const cli = join(await cachedPackage(spectral), 'dist/index.js');
    const given = [cli, 'lint', ...files, '--ruleset', join(folder, 'rules.json'), '--format', 'json', '--quiet'];
    const { stdout, stderr } = spawnSync(process.execPath, given, { cwd: folder, encoding: 'utf8' });
    const found = JSON.parse(stdout || `[{"code":${JSON.stringify(stderr)}}]`) as Tree[];
    expect(
      found.map(({ code, path, source }) => [code, path, source]),
      stdout,
    ).to.have.deep.members(files.map((file) => ['info-contact', ['info'], file]));
  });

  it('becomes types that compile, with openapi-typescript', async () => {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const files = [join(folder, 'platform.client.ts')];
    writeFileSync(files[0]!, client);
    for (const name of names) {
      const file = join(folder, `${name}.schema.d.ts`);
      writeFileSync(file, astToString(await openapiTS(documents[name] as never)));
      files.push(file);
    }
    // The generated declarations are checked, those of the language are not.
    const options = { skipLibCheck: false, skipDefaultLibCheck: true, types: [], ...asInNode };
    expect(complaints(files, options)).to.deep.equal([]);
  });
});
