import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { Project } from '../../../support/project.ts';

const extension = `
  import { extendShape, field } from 'lectern';
  import { user } from '../core/platform/users/shapes/user.ts';

  export default {
    initials: extendShape(user, 'public', () => ({
      fields: { initial: field.text('First letter of the nickname.') },
      resolve: (users) => users.map(({ nickname }) => ({ initial: nickname.slice(0, 1) })),
    })),
  };`;

/** Assembles the compiled kernel, and prints the reasons of failed plugins. */
const program = `
  import { createKernel } from './dist/core/hosting/index.js';
  const kernel = await createKernel({ root: process.cwd(), config: { log: { level: 'silent' } } });
  for (const { reason } of kernel.failedPlugins) console.log(reason);`;

describe('The bundle of core', function () {
  this.timeout(120_000);
  let project: Project;

  before(() => {
    project = new Project({
      'custom/module.json': manifest('custom'),
      'custom/services.ts': extension,
      'run.mjs': program,
    });
    project.build();
  });
  after(() => project.clear());

  const document = () => {
    const { stderr, status } = project.builtLectern('openapi', '--out', 'openapi.json');
    expect(status, stderr).to.equal(0);
    return readFileSync(join(project.root, 'openapi.json'), 'utf8');
  };

  it('lets compiled custom extend a shape of core that it imports by path', () => {
    expect(document()).to.include('First letter of the nickname.');
  });

  it('lets custom edited since the build extend a shape of core that it imports by path', () => {
    project.write({ 'custom/services.ts': extension.replace('First letter', 'Initial') });
    expect(document()).to.include('Initial of the nickname.');
  });

  it('has no other files of core that a plugin could import by path', () => {
    const importing = `import '../../core/platform/users/services/users.ts'; export default {};`;
    project.write({ 'plugins/loans/module.json': manifest('loans'), 'plugins/loans/services.ts': importing });
    const reason =
      /loans\/services.*; import from "lectern" or "lectern\/core"; the build has no other files of core than/;
    expect(project.node('run.mjs').stdout).to.match(reason);
    project.build();
    expect(project.node('run.mjs').stdout).to.match(reason);
  });
});
