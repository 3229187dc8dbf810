import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { manifest } from '../../support/installation.ts';
import { projectRoot } from '../../support/platform.ts';
import { Project, type Outcome } from '../../support/project.ts';

const resource = (address: string) => `
import { open, raw, resource, returns } from 'lectern';

@resource('${address}')
export default class Words {
  @open @returns(raw)
  search(): unknown { return []; }
}`;

describe('A build after changes', () => {
  let project: Project;
  let said: string;

  before(() => {
    project = new Project({
      'plugins/shop/module.json': manifest('shop'),
      'plugins/shop/resources/words.ts': resource('/plugins/shop/words'),
      'plugins/shop/resources/gone.ts': resource('/plugins/shop/gone'),
      'plugins/left/module.json': manifest('left'),
      'plugins/left/resources/words.ts': resource('/plugins/left/words'),
      'plugins/spoiled/module.json': manifest('spoiled'),
      'plugins/spoiled/resources/words.ts': resource('/plugins/spoiled/words'),
    });
    project.copy(join(projectRoot, 'package-lock.json'), 'package-lock.json');
    build();
    rmSync(join(project.root, 'plugins/shop/resources/gone.ts'));
    rmSync(join(project.root, 'plugins/left'), { recursive: true });
    project.write({ 'plugins/spoiled/resources/words.ts': 'export const = 1;' });
    said = build();
  });
  after(() => project.clear());

  const build = () => {
    const { status, stderr } = project.node('core/cli/prepare.mjs', 'build');
    expect(status, stderr).to.equal(0);
    return stderr;
  };
  const isThere = (path: string) => existsSync(join(project.root, 'dist/plugins', path));

  it('contains no deleted file or plugin', () => {
    expect(isThere('shop/resources/words.js')).to.equal(true);
    expect(isThere('shop/resources/gone.js')).to.equal(false);
    expect(isThere('left')).to.equal(false);
    expect(said).to.match(/^Built dist\/, [\d.]+ s, \d+ stale files removed$/m);
  });

  it('keeps commands running, and removes files older than the previous build', async () => {
    const source = 'core/kernel/declare/standard_failures.ts';
    const text = readFileSync(join(projectRoot, source), 'utf8');
    const chunks = () => readdirSync(join(project.root, 'dist/core/bundled'));
    const found = [chunks()];
    for (const what of ['second', 'third']) {
      project.write({ [source]: text.replace('read it again', `read it again (${what})`) });
      const outcomes = await runDuring(
        spawn(process.execPath, ['core/cli/prepare.mjs', 'build'], { cwd: project.root }),
      );
      expect(outcomes.filter(({ status }) => status !== 0)).to.deep.equal([]);
      expect(outcomes).not.to.be.empty;
      found.push(chunks());
    }
    const [first = [], second = [], third = []] = found;
    expect(second, 'the former build stays').to.include.members(first).and.have.length.above(first.length);
    expect(third, 'older ones do not').not.to.include.members(first);
  });

  /** Runs a command again and again until the build has ended. */
  const runDuring = async (child: ChildProcess) => {
    const outcomes: Outcome[] = [];
    while (child.exitCode === null) {
      outcomes.push(project.builtLectern('--version'));
      await setImmediate();
    }
    expect(child.exitCode).to.equal(0);
    return outcomes;
  };

  it('contains no file of a module that no longer compiles', () => {
    expect(isThere('spoiled')).to.equal(false);
    expect(said).to.match(/^warning: plugins\/spoiled is not built; correct this error, /m);
  });
});
