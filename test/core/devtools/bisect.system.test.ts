import { expect } from 'chai';
import { Installation, manifest, offering, type Files } from '../../support/installation.ts';
import { projectRoot } from '../../support/platform.ts';
import { runBuilt } from '../cli/built_program.ts';

const opening = "import { asValue, defineResource, input, raw } from 'lectern';";

interface Run {
  readonly status?: number;
  readonly body?: string;
  readonly reason?: string;
  readonly logged?: readonly string[];
}

interface Finding {
  readonly outcome: string;
  readonly culprits: readonly string[];
  readonly needed: readonly string[];
  readonly steps: readonly { readonly plugins: readonly string[]; readonly verdict: string }[];
  readonly with: { readonly run: Run };
  readonly without: { readonly run: Run };
}

const bisect = (root: string, ...args: string[]) => runBuilt(root, ['bisect', ...args]);

async function finding(root: string, ...args: string[]): Promise<Finding & { code: number }> {
  const { code, out, err } = await bisect(root, '--json', ...args);
  if (!out) throw new Error(err);
  return { code, ...(JSON.parse(out) as Finding) };
}

const resource = (address: string, run: string) =>
  `${opening} export default defineResource('${address}', { get: { open: true, returns: [raw], run: ${run} } });`;
/** A module that answers at `/words/1`. */
const words: Files = {
  'core/words/module.json': manifest('words'),
  'core/words/resources/words.js': resource('/words', `() => 'core'`),
};
const harmless = (name: string, more: object = {}): Files => ({
  [`plugins/${name}/module.json`]: manifest(name, more),
  [`plugins/${name}/resources/x.js`]: resource(`/plugins/${name}/x`, `() => '${name}'`),
});
const overriding = (name: string, run: string, more: object = {}): Files => ({
  [`plugins/${name}/module.json`]: manifest(name, { mounts: ['/words'], ...more }),
  [`plugins/${name}/resources/words.js`]: resource('/words', run),
});

describe('lectern bisect', () => {
  const made: Installation[] = [];
  const install = (files: Files) => {
    const one = new Installation(files);
    made.push(one);
    return one;
  };
  afterEach(async () => {
    for (const one of made.splice(0)) await one.clear();
  });

  it('finds the plugin that breaks a probe, and shows what differs', async () => {
    const { root } = install({
      ...words,
      ...harmless('a'),
      ...overriding('bad', `() => { throw new Error('oops'); }`),
      ...harmless('c'),
    });
    const { code, out } = await bisect(root, '--probe', 'GET /api/words/1 200');
    expect(code).to.equal(1);
    const lines = out.split('\n');
    expect(lines[0]).to.equal('GET /api/words/1, expecting 200');
    expect(lines[2]).to.match(/^ {2}1 {2}fails {11}a, bad, c: 500 \{"error"/);
    expect(lines[3]).to.equal('  2  passes          no plugin: 200 "core"');
    expect(out).to.include('\nplugins/bad/ breaks the probe.\n');
    expect(out).to.include('  without it    200 "core"\n');
    expect(out).to.match(/ {2}with it {7}500 \{"error"/);
    expect(out).to.include(
      'served by     plugins/bad/resources/words.js, which overrides core/words/resources/words.js',
    );
    expect(out).to.include('logged        bad: the request failed: oops');
    expect(out).to.include('lectern plugin disable bad');
  });

  it('reports a passing probe, and finds a wrong text with --contains', async () => {
    const { root } = install({ ...words, ...overriding('a', `() => 'plugin'`) });
    const fine = await finding(root, '--probe', 'GET /api/words/1?x=1');
    expect([fine.code, fine.outcome, fine.steps.length]).to.deep.equal([0, 'passes', 1]);
    const found = await finding(root, '--probe', 'GET /api/words/1', '--contains', 'core');
    expect([found.code, found.culprits]).to.deep.equal([1, ['a']]);
  });

  it('blames core if the probe fails without plugins', async () => {
    const { root } = install({ ...words, ...harmless('a') });
    const { code, outcome, culprits, steps } = await finding(root, '--probe', 'GET /api/words/1 418');
    expect({ code, outcome, culprits }).to.deep.equal({ code: 1, outcome: 'core', culprits: [] });
    expect(steps.map(({ plugins }) => plugins)).to.deep.equal([['a'], []]);
  });

  it('keeps the plugin that serves the probe, and its requirements', async () => {
    const breaking = { 'plugins/z/services.js': `${opening} export default { tone: asValue('z') };` };
    const { root } = install({
      ...words,
      ...harmless('base', offering('tone')),
      'plugins/base/services.js': `${opening} export default { tone: asValue('base') };`,
      'plugins/b/module.json': manifest('b', { requires: { base: '*' } }),
      'plugins/b/resources/x.js': `${opening} export default defineResource('/plugins/b/x', {
        uses: ['tone'], get: { open: true, returns: [raw], run: ({ tone }) => tone } });`,
      ...harmless('z', { requires: { base: '*' } }),
      ...breaking,
    });
    const { outcome, culprits, needed } = await finding(
      root,
      '--probe',
      'GET /api/plugins/b/x/1',
      '--contains',
      'base',
    );
    expect({ outcome, culprits, needed }).to.deep.equal({
      outcome: 'culprits',
      culprits: ['z'],
      needed: ['b', 'base'],
    });
  });

  it('distinguishes a failed start from a wrong answer', async () => {
    const { root } = install({
      ...words,
      ...overriding('a', `() => 'plugin'`),
      ...overriding('b', `() => 'plugin'`, { onFailure: 'abort' }),
    });
    const { outcome, culprits, steps, with: last } = await finding(root, '--probe', 'GET /api/words/1');
    expect({ outcome, culprits }).to.deep.equal({ outcome: 'culprits', culprits: ['a', 'b'] });
    expect(steps.map(({ verdict }) => verdict)).to.deep.equal(['does not start', 'passes', 'passes', 'passes']);
    expect(last.run.reason).to.match(/^plugins\/b\/resources\/words\.js: get at .* already served by plugins\/a/);
  });

  it('includes custom, and sends the given body and headers', async () => {
    const { root } = install({
      'core/words/module.json': manifest('words'),
      'core/words/resources/words.js': `${opening} export default defineResource('/words', {
        add: { open: true, accepts: { word: input.text() }, returns: [raw], run: (services, { input }) => input.word } });`,
      'custom/module.json': manifest('custom'),
      'custom/resources/words.js': `${opening} export default defineResource('/words', { overrides: true,
        add: { run: (services, { input, request }) => request.header('x-tone') + input.word } });`,
    });
    const args = ['--probe', 'POST /api/words', '--body', 'word=chalk', '--header', 'X-Tone: soft'];
    const { culprits, with: last, without } = await finding(root, ...args, '--contains', '"chalk"');
    expect(culprits).to.deep.equal(['custom']);
    expect([without.run.body, last.run.body]).to.deep.equal(['"chalk"', '"softchalk"']);
  });

  it('finds a plugin that ends the process', async () => {
    // process.exit and process.kill are refused to plugins.
    const killing = `() => process.getBuiltinModule('node:child_process').execSync('kill -9 ' + process.pid)`;
    const { root } = install({ ...words, ...overriding('bad', killing) });
    const { culprits, with: last } = await finding(root, '--probe', 'GET /api/words/1');
    expect(culprits).to.deep.equal(['bad']);
    expect(last.run.reason).to.include('the process ended (SIGKILL)');
  });

  it('has a working example in its help', async () => {
    const { out } = await bisect(projectRoot, '--help');
    const [example = ''] = /bisect --probe .*/.exec(out) ?? [];
    const args = [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '').slice(1);
    const { out: said, code } = await bisect(projectRoot, ...args);
    expect(said).to.include('The probe passes with all installed plugins');
    expect(code).to.equal(0);
  });
});
