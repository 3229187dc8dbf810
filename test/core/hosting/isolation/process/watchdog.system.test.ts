import { expect } from 'chai';
import { Installation, manifest, type Files } from '../../../../support/installation.ts';
import { opening } from '../../../kernel/boot/support.ts';
import { programOfSuite, StartedProgram } from '../program.ts';
import { until } from '../plugins.ts';

const busy = `function work(ms) {
  for (const end = Date.now() + ms; Date.now() < end;);
}`;

/** A plugin whose operations block for the requested time: `GET` at once, `DELETE` after it has awaited something. */
const blocking = (name: string): Files => ({
  [`plugins/${name}/module.json`]: manifest(name),
  [`plugins/${name}/services.js`]: `import { asValue } from 'lectern';
${busy}
export default { ${name}: asValue({ work }) };`,
  [`plugins/${name}/resources/tasks.js`]: `${opening}
    import { execFileSync } from 'node:child_process';
    const soon = () => new Promise((resolve) => setTimeout(resolve, 1));
    const one = { open: true, returns: [raw] };
    export default defineResource('/plugins/${name}/tasks', { uses: ['${name}'], item: 'ms',
      get: { ...one, run: ({ ${name} }, { params }) => ${name}.work(Number(params.ms)) },
      search: { ...one, run: () => String(execFileSync('sleep', ['10'])) },
      remove: { ...one, run: async ({ ${name} }, { params }) => { await soon(); ${name}.work(Number(params.ms)); } },
    });`,
});

/** Plugin b blocks in a timer, once for each request. */
const files: Files = {
  'config/test.json': JSON.stringify({ guard: { blockedMs: 200 } }),
  ...blocking('a'),
  ...blocking('c'),
  'plugins/b/module.json': manifest('b'),
  'plugins/b/services.ts': `import { asValue } from 'lectern';

interface Task { readonly ms: number }

${busy.replace('(ms)', '(ms: number)')}
let task: Task | undefined;
export default {
  tasks: asValue({
    ready() {
      setInterval(() => {
        if (task) work(task.ms);
        task = undefined;
      }, 50);
    },
    plan(ms: number) { task = { ms }; },
  }),
};`,
  'plugins/b/resources/tasks.js': `${opening}
    export default defineResource('/plugins/b/tasks', { uses: ['tasks'], item: 'ms',
      get: { open: true, returns: [raw], run: ({ tasks }, { params }) => { tasks.plan(Number(params.ms)); return true; } },
    });`,
};

describe('Code that blocks the event loop', () => {
  const suite = programOfSuite(files);

  /** The log line about a module that blocks. Repeats `ask`, because a busy machine may block for other reasons, too. */
  const blockOf = (module: string, ask: () => Promise<unknown>) =>
    until(async () => {
      await ask();
      return suite.program.lines.find(
        (line) => line['module'] === module && String(line['msg']).includes('was blocked'),
      );
    });

  it('is logged with module, file, line and route, and measured', async () => {
    const { url } = suite;
    const line = await blockOf('a', () => fetch(`${url}/api/plugins/a/tasks/700`));
    expect(line).to.include({ level: 40, module: 'a', route: '/plugins/a/tasks/{ms}', at: 'plugins/a/services.js:3' });
    expect(line['ms']).to.be.within(300, 30_000);
    expect(line['msg']).to.match(/^the event loop was blocked for \d+\.\d s by plugins\/a\/services.js:3;/);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const [, seconds] = /^lectern_loop_blocked_seconds_total\{module="a"\} (.+)$/m.exec(metrics) ?? [];
    expect(Number(seconds)).to.be.within(0.3, 60);
  }).timeout(60_000);

  it('is logged without the route after the operation has awaited something', async () => {
    const { url } = suite;
    const line = await blockOf('c', () => fetch(`${url}/api/plugins/c/tasks/700`, { method: 'DELETE' }));
    expect(line).to.include({ module: 'c', at: 'plugins/c/services.js:3' });
    expect(line).to.not.have.property('route');
  }).timeout(60_000);

  it('is logged by the line of its source if no request runs it', async () => {
    const { url } = suite;
    const line = await blockOf('b', () => fetch(`${url}/api/plugins/b/tasks/700`));
    expect(line).to.include({ at: 'plugins/b/services.ts:6' }).and.not.have.property('route');
  }).timeout(60_000);

  it('is logged while it still blocks, if nobody can end it', async () => {
    const { program, url } = suite;
    await fetch(`${url}/api/plugins/b/tasks/600000`);
    const line = await program.logged('has been blocked');
    expect(line).to.include({ level: 50, module: 'b', at: 'plugins/b/services.ts:6' });
    expect(line['msg']).to.match(
      /^the event loop has been blocked for \d+\.\d s by plugins\/b\/services\.ts:6, and no request is answered; .* restart the server$/,
    );
  }).timeout(60_000);
});

describe('A call inside of Node that blocks the event loop', () => {
  const suite = programOfSuite(files);

  it('is reported on standard error, because it cannot be interrupted', async () => {
    const { program, url } = suite;
    const asked = new AbortController();
    const answer = fetch(`${url}/api/plugins/a/tasks`, { signal: asked.signal }).catch(() => undefined);
    await until(() => program.errors.includes('Code blocks the process in a call that cannot be interrupted'));
    asked.abort();
    await answer;
  }).timeout(60_000);
});

describe('The constructor of a plugin that blocks the start', () => {
  const installation = new Installation({
    'config/test.json': JSON.stringify({ guard: { blockedMs: 200 } }),
    'plugins/d/module.json': manifest('d'),
    'plugins/d/services.js': `class Endless {
  constructor() { for (;;); }
}
export default { endless: Endless };`,
    'plugins/d/resources/tasks.js': `${opening}
      export default defineResource('/plugins/d/tasks', { uses: ['endless'], search: { open: true, returns: [raw], run: () => 1 } });`,
  });
  let program: StartedProgram | undefined;
  after(async () => {
    await program?.kill();
    await installation.clear();
  });

  it('is logged with module, file and line', async () => {
    program = new StartedProgram(installation.root);
    expect(await program.logged('has been blocked')).to.include({ module: 'd', at: 'plugins/d/services.js:2' });
  }).timeout(60_000);
});
