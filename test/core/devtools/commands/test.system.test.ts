import { join } from 'node:path';
import { expect } from 'chai';
import { Installation } from '../../../support/installation.ts';
import { Project } from '../../../support/project.ts';

describe('lectern test', () => {
  let project: Project;
  let outside: Installation;

  before(() => {
    project = new Project({ 'plugins/bare/module.json': '{}' });
    project.copyBuild();
    outside = new Installation({
      'hello/test/sum.test.ts': `
        import { expect } from 'lectern/testing';
        import { input } from 'lectern';
        it('adds', () => { expect(1 + 1 as number).to.equal(2); expect(input).to.be.an('object'); });
        it('fails', () => { expect(1).to.equal(2); });`,
      'lost/test/lost.test.ts': `import '../support/platform.ts'; it('runs', () => {});`,
      'needy/test/needy.test.js': `import 'not_installed'; it('runs', () => {});`,
    });
  });
  after(async () => {
    await project.clear();
    await outside.clear();
  });

  it('runs TypeScript tests of a plugin outside the installation, and ends with 1 on failure', () => {
    const { status, stdout } = project.builtLectern('test', join(outside.root, 'hello'));
    expect(stdout).to.include('1 passing').and.include('1 failing').and.include('expected 1 to equal 2');
    expect(status).to.equal(1);
  });

  it('runs only the tests that match --grep, and ends with 1 if none does', () => {
    const { status, stdout } = project.builtLectern('test', join(outside.root, 'hello'), '--grep', 'adds');
    expect(stdout).to.include('1 passing').and.not.include('failing');
    expect(status).to.equal(0);
    expect(project.builtLectern('test', join(outside.root, 'hello'), '--grep', 'subtracts').status).to.equal(1);
  });

  it('names a test that imports a missing file or package, with a fix', () => {
    for (const [name, missing, fix] of [
      ['lost', 'support/platform.ts', 'in a clone of its repository.'],
      [
        'needy',
        'not_installed',
        'in the folder of the plugin, or use a relative path: aliases of a tsconfig.json are not resolved.',
      ],
    ] as const) {
      const { status, stdout, stderr } = project.builtLectern('test', join(outside.root, name));
      const all = stdout + stderr;
      expect(all).to.match(new RegExp(`The test .*${name}\\.test\\.[tj]s cannot be loaded: .*${missing}`));
      expect(all).to.include(fix).and.not.include('finalizeResolution').and.not.include('packageResolve');
      expect(status).to.equal(1);
    }
  });

  it('names an unknown plugin, and a module without tests', () => {
    expect(project.builtLectern('test', 'nothing').stderr).to.include('There is no plugin and no folder "nothing"');
    const { status, stderr } = project.builtLectern('test', 'bare');
    expect(stderr).to.include('There are no tests in').and.include('names such as notes.test.ts');
    expect(status).to.equal(1);
    expect(project.builtLectern('test').status).to.equal(2);
  });
});
