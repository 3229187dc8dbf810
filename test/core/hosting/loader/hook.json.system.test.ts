import { expect } from 'chai';
import { Project } from '../../../support/project.ts';
import { jsonModules, jsonPlugins, waysOfJson } from './json_modules.ts';

const program = `
import { createKernel } from './dist/core/hosting/index.js';
const kernel = await createKernel({ root: process.cwd(), config: { log: { level: 'silent' } } });
const url = await kernel.listen();
const asked = ${JSON.stringify(jsonPlugins)}.map(async (name) => (await fetch(url + '/api/plugins/' + name + '/ways')).json());
console.log(JSON.stringify(await Promise.all(asked)));
await kernel.stop();`;

describe('JSON modules of built plugins', () => {
  let project: Project;
  before(() => {
    project = new Project({ ...jsonModules, 'ask.mjs': program });
    project.copyBuild();
    const { status, stderr } = project.node('core/cli/build/compile_modules.mjs');
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
  });
  after(() => project.clear());

  it('are read in every way by the built program', () => {
    const { stdout, stderr } = project.node('ask.mjs');
    expect(JSON.parse(stdout || stderr)).to.deep.equal(jsonPlugins.map(() => waysOfJson));
  });

  it('are read in every way by lectern test', () => {
    const { status, stdout, stderr } = project.builtLectern('test', ...jsonPlugins);
    expect(status, stdout + stderr).to.equal(0);
    expect(stdout).to.include('2 passing');
  });
});
