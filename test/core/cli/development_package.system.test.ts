import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../support/platform.ts';
import { Project } from '../../support/project.ts';

const packages = join(projectRoot, 'node_modules');

describe('A command without a development package', () => {
  let project: Project;

  before(() => {
    project = new Project({
      'plugins/hello/module.json': '{}',
      'plugins/hello/test/sum.test.js': `it('adds', () => {});`,
    });
    project.copyBuild();
    rmSync(join(project.root, 'node_modules'));
    mkdirSync(join(project.root, 'node_modules'));
    const missing = ['openapi-typescript', 'mocha', 'typescript', 'oxlint'];
    for (const name of readdirSync(packages).filter((one) => !missing.includes(one) && !one.startsWith('.')))
      symlinkSync(join(packages, name), join(project.root, 'node_modules', name), 'junction');
  });
  after(() => project.clear());

  const installed = () => readdirSync(join(project.root, 'node_modules'));
  const saysOf = (args: readonly string[]) => {
    const { status, stdout, stderr } = project.builtLectern(...args);
    return { status, stdout, stderr };
  };

  it('check leaves out what needs a missing package, and names the command', () => {
    const { status, stdout, stderr } = saysOf(['check', 'plugins/hello', '--only', 'types']);
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
    expect(stdout).to.include(
      'not checked: this check needs the package "typescript", which is not installed. Install it',
    );
  });

  for (const [args, name, version] of [
    [['client'], 'openapi-typescript', '7.13.0'],
    [['test', 'hello'], 'mocha', '12.0.3'],
  ] as const) {
    it(`${args[0]} leaves node_modules as it is, and names the command that installs the package`, () => {
      const before = installed();
      const says = (command: string) => ({
        status: 1,
        stdout: '',
        stderr: `This command needs the package "${name}", which is not installed. Install it with: ${command}\n`,
      });
      expect(saysOf(args)).to.deep.equal(says(`npm install --save-dev ${name}@${version}`));
      project.copy(join(projectRoot, 'package-lock.json'), 'package-lock.json');
      const inClone = saysOf(args);
      rmSync(join(project.root, 'package-lock.json'));
      expect(inClone).to.deep.equal(says(`npm install --include=dev --no-save --prefix ${project.root}`));
      expect(installed()).to.deep.equal(before);
    });
  }
});
