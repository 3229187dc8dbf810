import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { smallestFailing } from '../../../core/cli/bisect/ddmin.ts';
import { manifest, type Files } from '../../support/installation.ts';
import { projectRoot } from '../../support/platform.ts';
import { installations, opening } from '../kernel/boot/support.ts';

const loader = join(projectRoot, 'core/kernel/boot/from_source.mjs');
const main = join(projectRoot, 'core/cli/main.ts');

interface Finding {
  readonly outcome: string;
  readonly culprits: readonly string[];
  readonly needed: readonly string[];
  readonly steps: readonly { readonly plugins: readonly string[]; readonly verdict: string }[];
  readonly with: {
    readonly run: { readonly status?: number; readonly reason?: string; readonly logged?: readonly string[] };
  };
}

/** Types `lectern bisect` for an installation. */
async function bisect(root: string, ...args: string[]) {
  const env = { PATH: process.env['PATH'], NODE_ENV: 'test' };
  const child = spawn(process.execPath, ['--import', loader, main, '--root', root, 'bisect', ...args], { env });
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { status: status as number, stdout, stderr };
}

async function finding(root: string, ...args: string[]): Promise<Finding & { status: number }> {
  const { status, stdout, stderr } = await bisect(root, '--json', ...args);
  if (!stdout) throw new Error(stderr);
  return { status, ...(JSON.parse(stdout) as Finding) };
}

const resource = (address: string, run: string) =>
  `${opening} export default defineResource('${address}', { get: { open: true, returns: [raw], run: ${run} } });`;
/** A module that answers at `/words/1`, unless two others have left a mark. */
const words: Files = {
  'core/words/module.json': manifest('words'),
  'core/words/resources/words.js': resource(
    '/words',
    `() => { if (globalThis.left && globalThis.right) throw new Error('both'); return 'core'; }`,
  ),
};
const harmless = (name: string, more: object = {}): Files => ({
  [`plugins/${name}/module.json`]: manifest(name, more),
  [`plugins/${name}/resources/x.js`]: resource(`/plugins/${name}/x`, `() => '${name}'`),
});
const marking = (name: string, mark: string): Files => ({
  ...harmless(name),
  [`plugins/${name}/services.js`]: `globalThis.${mark} = true; export default {};`,
});
const overriding = (name: string, run: string, more: object = {}): Files => ({
  [`plugins/${name}/module.json`]: manifest(name, { mounts: ['/words'], ...more }),
  [`plugins/${name}/resources/words.js`]: resource('/words', run),
});

describe('lectern bisect', function () {
  this.timeout(240_000);
  const install = installations();

  it('finds the plugin that breaks a probe, and shows what differs', async () => {
    const { root } = install({
      ...words,
      ...harmless('a'),
      ...overriding('bad', `() => { throw new Error('oops'); }`),
      ...harmless('c'),
    });
    const { status, stdout } = await bisect(root, '--probe', 'GET /api/words/1 200');
    expect(status).to.equal(1);
    const lines = stdout.split('\n');
    expect(lines[0]).to.equal('GET /api/words/1, expecting 200');
    expect(lines[2]).to.match(/^ {2}1 {2}fails {11}a, bad, c: 500 \{"error"/);
    expect(lines[3]).to.equal('  2  passes          no plugin: 200 "core"');
    expect(stdout).to.include('\nplugins/bad/ breaks the probe.\n');
    expect(stdout).to.include('  without it    200 "core"\n');
    expect(stdout).to.match(/ {2}with it {7}500 \{"error"/);
    expect(stdout).to.include(
      'served by     plugins/bad/resources/words.js, which stands before core/words/resources/words.js',
    );
    expect(stdout).to.include('logged        bad: the request failed: oops');
    expect(stdout).to.include('lectern plugin disable bad');
  });

  it('finds two that only break it together', async () => {
    const { root } = install({ ...words, ...marking('a', 'left'), ...marking('c', 'right') });
    const { status, outcome, culprits } = await finding(root, '--probe', '/words/1');
    expect({ status, outcome, culprits }).to.deep.equal({ status: 1, outcome: 'culprits', culprits: ['a', 'c'] });
  });

  it('says that a probe passes, also by the words of the answer', async () => {
    const { root } = install({ ...words, ...overriding('a', `() => 'plugin'`) });
    const fine = await finding(root, '--probe', 'GET /api/words/1?x=1');
    expect([fine.status, fine.outcome, fine.steps.length]).to.deep.equal([0, 'passes', 1]);
    const found = await finding(root, '--probe', 'GET /api/words/1', '--contains', 'core');
    expect([found.status, found.culprits]).to.deep.equal([1, ['a']]);
  });

  it('says that it is nobody’s but core’s', async () => {
    const { root } = install({ ...words, ...harmless('a') });
    const { status, outcome, culprits, steps } = await finding(root, '--probe', 'GET /api/words/1 418');
    expect({ status, outcome, culprits }).to.deep.equal({ status: 1, outcome: 'core', culprits: [] });
    expect(steps.map(({ plugins }) => plugins)).to.deep.equal([['a'], []]);
  });

  it('keeps the plugin that serves what is asked, and those that it requires', async () => {
    const breaking = { 'plugins/z/services.js': `${opening} export default { tone: asValue('z') };` };
    const { root } = install({
      ...words,
      ...harmless('base'),
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

  it('tells a start that fails from an answer that is wrong', async () => {
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

  it('suspects custom, too, and sends what it is told to', async () => {
    const { root } = install({
      'core/words/module.json': manifest('words'),
      'core/words/resources/words.js': `${opening} export default defineResource('/words', {
        add: { open: true, accepts: { word: input.text() }, returns: [raw], run: (services, { input }) => input.word } });`,
      'custom/module.json': manifest('custom'),
      'custom/resources/words.js': `${opening} export default defineResource('/words', { overrides: true,
        add: { run: (services, { input, request }) => request.header('x-tone') + input.word } });`,
      ...harmless('a'),
    });
    const args = ['--probe', 'POST /api/words', '--body', 'word=chalk', '--header', 'X-Tone: soft'];
    expect((await finding(root, ...args, '--contains', 'softchalk')).outcome).to.equal('passes');
    expect((await finding(root, ...args, '--contains', '"chalk"')).culprits).to.deep.equal(['custom']);
  });

  it('survives a plugin that ends the process', async () => {
    // process.exit and process.kill are refused to plugins.
    const killing = `() => process.getBuiltinModule('node:child_process').execSync('kill -9 ' + process.pid)`;
    const { root } = install({ ...words, ...overriding('bad', killing) });
    const { culprits, with: last } = await finding(root, '--probe', 'GET /api/words/1');
    expect(culprits).to.deep.equal(['bad']);
    expect(last.run.reason).to.include('the process ended (SIGKILL)');
  });

  it('refuses a probe that is none, with the exit code of a wrong command line', async () => {
    const { root } = install(words);
    for (const args of [['--probe', 'words'], [], ['--probe', '/words', '--header', 'x']]) {
      expect((await bisect(root, ...args)).status, args.join(' ')).to.equal(2);
    }
  });

  it('is shown with examples that work on the shipped system', async () => {
    const { stdout } = await bisect(projectRoot, '--help');
    const [example = ''] = /bisect --probe .*/.exec(stdout) ?? [];
    const args = [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '').slice(1);
    const { stdout: said, status } = await bisect(projectRoot, ...args);
    expect(said).to.include('The probe passes with everything that is installed');
    expect(status).to.equal(0);
  });
});

describe('The smallest failing part', () => {
  it('is the one that fails, whatever stands around it', async () => {
    const cases = fc.record({
      size: fc.integer({ min: 1, max: 24 }),
      picks: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ size, picks }) => {
        const items = Array.from({ length: size }, (_, index) => index);
        const guilty = [...new Set(picks.map((pick) => pick % size))].sort((a, b) => a - b);
        const found = await smallestFailing(items, async (part) => guilty.every((item) => part.includes(item)));
        expect(found).to.deep.equal(guilty);
      }),
    );
  });

  it('cannot do without any of its members where several sets fail', async () => {
    const fails = async (part: readonly number[]) => part.length % 2 === 0 && part.length >= 4 && part.includes(3);
    const found = await smallestFailing([1, 2, 3, 4, 5, 6, 7, 8], fails);
    for (const left of found) expect(await fails(found.filter((item) => item !== left))).to.equal(false);
    expect(await fails(found)).to.equal(true);
  });
});
