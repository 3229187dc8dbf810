import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import openapiTS, { astToString } from 'openapi-typescript';
import { startPlatform, type Platform } from '../../../../support/platform.ts';
import { cachedPackage } from './clients/cached_package.ts';
import type { Tree } from './contract.ts';
import { workshop } from './workshop.ts';

const packageOf = (name: string) => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));

/** Not a development package: it is 70 MB. */
const spectral = { name: '@stoplight/spectral-cli', version: '6.16.3' };

/** Code of a client author against the generated types. */
const client = `import type { components, paths } from './schema.js';
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

describe('The OpenAPI document', function () {
  // Ends a hang; the linters take seconds, and a minute beside much other work.
  this.timeout(180_000);
  const place = workshop();
  const folder = mkdtempSync(join(tmpdir(), 'lectern-openapi-'));
  const documents: Record<string, Tree> = {};
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
    documents['platform'] = (await platform.api.get('/api/openapi.json')).body as Tree;
    documents['workshop'] = (await (await place.serve()).api.get('/api/openapi.json')).body as Tree;
  });

  after(async () => {
    await platform.stop();
    await place.clear();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const name of ['platform', 'workshop']) {
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

    it(`of the ${name} passes spectral, except for the missing contact`, async () => {
      const file = join(folder, `${name}.spectral.json`);
      writeFileSync(file, JSON.stringify(documents[name]));
      writeFileSync(join(folder, 'rules.json'), '{"extends":["spectral:oas"]}');
      const cli = join(await cachedPackage(spectral), 'dist/index.js');
      const given = [cli, 'lint', file, '--ruleset', join(folder, 'rules.json'), '--format', 'json', '--quiet'];
      const { stdout, stderr } = spawnSync(process.execPath, given, { cwd: folder, encoding: 'utf8' });
      const found = JSON.parse(stdout || `[{"code":${JSON.stringify(stderr)}}]`) as Tree[];
      expect(
        found.map(({ code, path }) => [code, path]),
        stdout,
      ).to.deep.equal([['info-contact', ['info']]]);
    });

    it(`of the ${name} becomes types that compile, with openapi-typescript`, async () => {
      const own = mkdtempSync(join(folder, 'types-'));
      writeFileSync(join(own, 'schema.d.ts'), astToString(await openapiTS(documents[name] as never)));
      writeFileSync(join(own, 'package.json'), '{"type":"module"}');
      writeFileSync(join(own, 'client.ts'), name === 'platform' ? client : "export type { paths } from './schema.js';");
      const tsc = join(packageOf('typescript'), 'bin/tsc');
      const options = '--strict --exactOptionalPropertyTypes --noEmit --module nodenext --target es2022'.split(' ');
      const compile = [tsc, ...options, 'client.ts', 'schema.d.ts'];
      const { status, stdout } = spawnSync(process.execPath, compile, { cwd: own, encoding: 'utf8' });
      expect(status, stdout).to.equal(0);
    });
  }
});
