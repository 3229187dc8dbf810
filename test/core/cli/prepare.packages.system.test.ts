import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../support/platform.ts';
import { Project } from '../../support/project.ts';

interface Locked {
  readonly version?: string;
  readonly dev?: boolean;
}

const lock = readFileSync(join(projectRoot, 'package-lock.json'), 'utf8');
const { packages } = JSON.parse(lock) as { packages: Readonly<Record<string, Locked>> };
const forServing = Object.fromEntries(Object.entries(packages).filter(([, { dev }]) => dev !== true));

/** Stands in for npm: records its arguments, and installs everything. */
const npm = `#!/bin/sh
echo "$@" >> npm.log
cp all.json node_modules/.package-lock.json
`;

describe('The installation of packages', () => {
  let project: Project;

  before(() => {
    project = new Project({ 'bin/npm': npm, 'all.json': JSON.stringify({ packages }), 'package-lock.json': lock });
    chmodSync(join(project.root, 'bin/npm'), 0o755);
  });
  beforeEach(() => {
    for (const path of ['node_modules', 'npm.log']) rmSync(join(project.root, path), { recursive: true, force: true });
    mkdirSync(join(project.root, 'node_modules'));
    project.write({ 'npm.log': '' });
  });
  after(() => project.clear());

  const prepare = (...args: string[]) => {
    const env = { PATH: `${join(project.root, 'bin')}:${process.env['PATH']}` };
    const { status, stderr } = spawnSync(process.execPath, ['core/cli/prepare.mjs', ...args], {
      cwd: project.root,
      encoding: 'utf8',
      env,
    });
    expect(status, stderr).to.equal(0);
    return readFileSync(join(project.root, 'npm.log'), 'utf8');
  };
  const record = (present: Readonly<Record<string, Locked>>) =>
    project.write({ 'node_modules/.package-lock.json': JSON.stringify({ packages: present }) });

  it('adds the packages for development to those of a running server', () => {
    record(forServing);
    expect(prepare()).to.equal('install --include=dev --no-save\n');
    expect(prepare()).to.equal('install --include=dev --no-save\n');
  });

  it('starts afresh if a package of the server is missing', () => {
    const [, [first]] = Object.entries(forServing) as unknown as [unknown, [string]];
    record(Object.fromEntries(Object.entries(forServing).filter(([path]) => path !== first)));
    expect(prepare()).to.equal('ci --include=dev\n');
  });

  it('changes nothing if all packages are present', () => {
    record(packages);
    expect(prepare()).to.equal('');
  });
});
