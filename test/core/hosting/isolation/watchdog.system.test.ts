import { expect } from 'chai';
import { afterEach, describe, it } from 'mocha';
import { manifest, type Files } from '../../../support/installation.ts';
import { installations, opening } from '../../kernel/boot/support.ts';
import { StartedProgram } from './program.ts';
import { until } from './plugins.ts';

const busy = `function work(ms) {
  for (const end = Date.now() + ms; Date.now() < end;);
}`;

const files: Files = {
  'config/test.json': JSON.stringify({ guard: { blockedMs: 200 } }),
  'plugins/a/module.json': manifest('a'),
  'plugins/a/services.js': `import { asValue } from 'lectern';
${busy}
export default { labour: asValue({ work }) };`,
  'plugins/a/resources/tasks.js': `${opening}
    const soon = () => new Promise((resolve) => setTimeout(resolve, 1));
    const one = { open: true, returns: [raw] };
    export default defineResource('/plugins/a/tasks', { uses: ['labour'], item: 'ms',
      get: { ...one, run: ({ labour }, { params }) => labour.work(Number(params.ms)) },
      remove: { ...one, run: async ({ labour }, { params }) => { await soon(); labour.work(Number(params.ms)); } },
    });`,
  'plugins/b/module.json': manifest('b'),
  'plugins/b/services.ts': `import { asValue } from 'lectern';

interface Task { readonly ms: number }

${busy.replace('(ms)', '(ms: number)')}
const task: Task = { ms: 700 };
export default { tasks: asValue({ ready() { setInterval(() => work(task.ms), 300); } }) };`,
};

describe('Code that blocks the event loop', () => {
  const install = installations();
  let program: StartedProgram;
  afterEach(() => program.kill());

  async function start(change: Files = {}): Promise<string> {
    program = new StartedProgram(install({ ...files, ...change }).root);
    return program.url();
  }

  /** The log line about a module that blocks. Repeats `ask`, because a busy machine may block for other reasons, too. */
  const blockOf = (module: string, ask: () => Promise<unknown> = async () => undefined) =>
    until(async () => {
      await ask();
      return program.lines.find((line) => line['module'] === module && String(line['msg']).includes('was blocked'));
    });

  it('is logged with module, file, line and route, and measured', async () => {
    const url = await start({ 'plugins/b/services.ts': 'export default {};' });
    const line = await blockOf('a', () => fetch(`${url}/api/plugins/a/tasks/700`));
    expect(line).to.include({ level: 40, module: 'a', route: '/plugins/a/tasks/{ms}', at: 'plugins/a/services.js:3' });
    expect(line['ms']).to.be.within(300, 30_000);
    expect(line['msg']).to.match(/^the event loop was blocked for \d+\.\d s by plugins\/a\/services.js:3;/);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const [, seconds] = /^lectern_loop_blocked_seconds_total\{module="a"\} (.+)$/m.exec(metrics) ?? [];
    expect(Number(seconds)).to.be.within(0.3, 60);
  }).timeout(60_000);

  it('is logged without the route after the operation has awaited something', async () => {
    const url = await start({ 'plugins/b/services.ts': 'export default {};' });
    const line = await blockOf('a', () => fetch(`${url}/api/plugins/a/tasks/700`, { method: 'DELETE' }));
    expect(line).to.include({ module: 'a', at: 'plugins/a/services.js:3' });
    expect(line).to.not.have.property('route');
  }).timeout(60_000);

  it('is logged by the line of its source if no request runs it', async () => {
    await start();
    expect(await blockOf('b')).to.include({ at: 'plugins/b/services.ts:6' });
  }).timeout(60_000);

  it('is reported on standard error while it still blocks', async () => {
    const url = await start({ 'plugins/b/services.ts': 'export default {};' });
    const asked = new AbortController();
    const answer = fetch(`${url}/api/plugins/a/tasks/600000`, { signal: asked.signal }).catch(() => undefined);
    const told = await until(() =>
      program.errors.split('\n').find((line) => line.includes('has been blocked') && line.includes('services.js')),
    );
    expect(JSON.parse(told)).to.include({ level: 50 });
    expect(told).to.include('/plugins/a/services.js:3 (work)');
    asked.abort();
    await answer;
  }).timeout(60_000);
});
