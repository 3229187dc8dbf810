import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lecternFolder } from '../../check/installed_program.ts';
import { oneLineLists } from './texts.ts';

interface PackageTerms {
  readonly packageName: string;
  readonly platform: boolean;
}

/** Packages for tests, types and the linter, in the versions with which Lectern itself is tested. */
const tools = ['chai', 'esbuild', 'mocha', 'oxlint', 'supertest', 'typescript'];
const types = ['chai', 'express', 'jsonwebtoken', 'mocha', 'node', 'pg', 'pluralize', 'sanitize-html', 'semver'];

/** Text of `package.json`: peers are the packages of the host, which a plugin must not bring. */
export function packageFile({ packageName, platform }: PackageTerms): string {
  const { version, engines, devDependencies } = JSON.parse(
    readFileSync(join(lecternFolder, 'package.json'), 'utf8'),
  ) as {
    version: string;
    engines: Readonly<Record<string, string>>;
    devDependencies: Readonly<Record<string, string>>;
  };
  const peers = ['lectern', '@lectern/infrastructure', ...(platform ? ['@lectern/platform'] : [])];
  const needed = [...[...types, 'supertest'].map((name) => `@types/${name}`), ...tools];
  const dev = platform ? '' : ' --plugin test/fixtures/callers';
  const content = {
    name: packageName,
    version: '0.1.0',
    description: 'Notes that users keep for themselves.',
    keywords: ['lectern-plugin'],
    license: 'UNLICENSED',
    type: 'module',
    lectern: { plugin: 'dist' },
    files: ['dist', 'CHANGELOG.md'],
    engines,
    scripts: {
      test: 'lectern test .',
      dev: `lectern dev --plugin .${dev}`,
      check: 'lectern check .',
      types: 'lectern types .',
      lint: 'oxlint',
      build: 'lectern build',
      prepack: 'lectern build',
    },
    peerDependencies: Object.fromEntries(peers.map((name) => [name, `^${version}`])),
    // The peers, too, in one version: tests of a published package do not change with the next release.
    devDependencies: Object.fromEntries(
      [...peers, ...needed].map((name) => [name, peers.includes(name) ? version : (devDependencies[name] ?? 'latest')]),
    ),
  };
  return oneLineLists(content);
}
