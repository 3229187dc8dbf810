import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { Project } from '../../../support/project.ts';
import { saying } from '../../kernel/boot/support.ts';

/** Boots the compiled kernel twice in one process, and prints what was set aside, what was answered and how often files ran. */
const program = `
  import { createKernel } from './dist/core/hosting/index.js';
  const boot = async () => {
    const config = { log: { level: 'silent' }, importTimeout: 500 };
    const kernel = await createKernel({ root: process.cwd(), config });
    const url = await kernel.listen();
    const ask = async (path) => (await (await fetch(url + '/api/plugins/' + path + '/greetings')).json()).text;
    const reasons = Object.fromEntries(kernel.failedPlugins.map(({ module, reason }) => [module, reason]));
    const answers = { fine: await ask('fine'), waits: await ask('waits') };
    await kernel.stop();
    return { reasons, answers };
  };
  console.log(JSON.stringify({ first: await boot(), second: await boot(), runs: globalThis.runs }));
`;

const counting = (name: string) => `(globalThis.runs ??= {}).${name} = (globalThis.runs.${name} ?? 0) + 1;`;

/** Plugins whose resource cannot be loaded, by name: its text, and the reason. */
const broken: Readonly<Record<string, readonly [text: string, reason: RegExp]>> = {
  unparsable: ['export const a = 1;\n\nfoo(;\n', / \(plugins\/unparsable\/resources\/greetings\.js:3:5\)$/],
  misses: [
    `\nimport { resourse } from 'lectern';`,
    /'resourse'; write "resource" \(plugins\/misses\/resources\/greetings\.js:2\)$/,
  ],
  deeper: [`import '../parts.js';`, /'nothing' \(plugins\/deeper\/parts\.js:1\)$/],
  lonely: [
    `import './gone.js';`,
    /Cannot find module 'plugins\/lonely\/resources\/gone\.js' imported from .*; correct the path, its ending included$/,
  ],
  throws: [`${counting('throws')}\nthrow new Error('no');`, /: no \(plugins\/throws\/resources\/greetings\.js:2\)$/],
  speaks: [`throw 'no';`, /: it throws no; throw an Error that says what is wrong\.$/],
  endless: ['\nfor (;;);', /it ran for 500 ms without an end; .*\(\S*plugins\/endless\/resources\/greetings\.js:2\)/],
  hangs: [
    'await new Promise(() => {});',
    /it did not finish loading within 500 ms; look for an `await` at its top level\.$/,
  ],
};

interface Boot {
  readonly reasons: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<string, string>>;
}

describe('Files in plain JavaScript, loaded by the compiled kernel', function () {
  this.timeout(180_000);
  let project: Project;
  let seen: { readonly first: Boot; readonly second: Boot; readonly runs: Readonly<Record<string, number>> };

  before(() => {
    project = new Project({ 'run.mjs': program });
    project.build();
    for (const [name, [text]] of Object.entries(broken))
      project.write({
        [`plugins/${name}/module.json`]: manifest(name),
        [`plugins/${name}/resources/greetings.js`]: text,
      });
    project.write({
      'plugins/deeper/parts.js': `import { nothing } from './part.js'; export default nothing;`,
      'plugins/deeper/part.js': 'export const something = 1;',
      'plugins/fine/module.json': manifest('fine'),
      'plugins/fine/resources/greetings.js': `${counting('fine')} ${saying('fine', '/plugins/fine/greetings')}`,
      'plugins/waits/module.json': manifest('waits'),
      'plugins/waits/word.js': `${counting('word')} export const word = await Promise.resolve('waited');`,
      'plugins/waits/resources/greetings.js': `import { word } from '../word.js';
        ${counting('waits')} ${saying('waits', '/plugins/waits/greetings').replace(`'waits'`, 'word')}`,
    });
    const { stdout, stderr, status } = project.node('run.mjs');
    expect(status, stderr).to.equal(0);
    seen = JSON.parse(stdout) as typeof seen;
  });
  after(() => project.clear());

  it('are served, also with a top-level await', () => {
    expect(seen.first.answers).to.deep.equal({ fine: 'fine', waits: 'waited' });
  });

  it('run once, even if the kernel boots twice', () => {
    expect(seen.runs).to.deep.equal({ fine: 1, waits: 1, word: 1, throws: 1 });
  });

  for (const [name, [text, reason]] of Object.entries(broken)) {
    it(`fail with their reason: ${JSON.stringify(text.slice(0, 40))}`, () => {
      expect(seen.first.reasons[name]).to.match(reason);
    });
  }

  it('fail for the same reasons when they are loaded again', () => {
    // The reason of the interrupted file differs at the second time.
    const { endless, ...reasons } = seen.first.reasons;
    expect(endless).to.be.a('string');
    expect(seen.second.answers).to.deep.equal(seen.first.answers);
    expect(seen.second.reasons).to.include(reasons).and.to.have.property('endless');
  });
});
