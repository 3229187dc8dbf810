import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { started } from '../../../support/started.ts';
import { startPlatform } from '../../../support/platform.ts';
import { cachedPackage } from './clients/cached_package.ts';
import type { Tree } from './contract.ts';
import { workshop } from './workshop.ts';

const packageOf = (name: string) => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));

/** Not a development package: it is 70 MB. */
const spectral = { name: '@stoplight/spectral-cli', version: '6.16.3' };

const names = ['platform', 'workshop'];

describe('The OpenAPI document', function () {
  // Ends a hang; the linters take seconds, and a minute beside much other work.
  this.timeout(180_000);
  const place = workshop();
  const folder = mkdtempSync(join(tmpdir(), 'lectern-openapi-'));
  const documents: Record<string, Tree> = {};
  const platform = started(() => startPlatform());

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
});
