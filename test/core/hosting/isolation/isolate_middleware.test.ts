import { expect } from 'chai';
import { giving, greeter, installations } from '../../kernel/boot/support.ts';

/** What the middleware of the plugin does next; reached from its file by the global name. */
const deed: { do: (response: any, next: (error?: unknown) => void) => unknown } = { do: (_response, next) => next() };
Object.assign(globalThis, { middlewareDeed: deed });

const late = `contributes('middleware', asValue({
  handle: (_request, response, next) => globalThis.middlewareDeed.do(response, next),
}))`;

describe('Middleware of a module', () => {
  const install = installations();
  let logs: string[];
  afterEach(() => {
    deed.do = (_response, next) => next();
  });

  async function serve(guard: object = {}) {
    const installation = install({ ...giving('plugins/gate', `gate: ${late}`), ...greeter('plugins/b') });
    logs = installation.logs;
    const { api } = await installation.serve({ config: { guard } });
    return { api, ask: () => api.get('/api/plugins/b/greetings').set('X-Request-Id', 'asked') };
  }
  const lines = () => logs.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === 'asked');

  const broken = new Error('a bug of the middleware');
  const ways: Record<string, typeof deed.do> = {
    throws: () => {
      throw broken;
    },
    'rejects its promise': () => Promise.reject(broken),
    'passes an error on': (_response, next) => setTimeout(() => next(broken), 1),
  };
  for (const [way, work] of Object.entries(ways)) {
    it(`is named in the log when it ${way}`, async () => {
      const { ask } = await serve();
      deed.do = work;
      const { body } = await ask().expect(500);
      expect(body.requestId).to.equal('asked');
      const [problem, request] = lines();
      expect(problem).to.include({ level: 50, module: 'gate', msg: 'the request failed' });
      expect(problem.err.message).to.equal('a bug of the middleware');
      expect(request).to.include({ status: 500, module: 'gate' });
    });
  }

  it('has the deadline of operations', async () => {
    const { api, ask } = await serve({ deadlineMs: 60 });
    let pass = () => {};
    deed.do = (_response, next) => {
      pass = next;
    };
    const { body } = await ask().expect(503);
    expect(body.error).to.deep.include({ code: 8 });
    pass();
    const [problem, request, ...more] = lines();
    expect(problem).to.include({ level: 50, module: 'gate' });
    expect(problem.msg).to.include('the middleware did not answer within 60 ms (guard.deadlineMs)');
    expect(request).to.include({ status: 503, module: 'gate' });
    expect(more).to.deep.equal([]);
    deed.do = (_response, next) => next();
    expect((await api.get('/metrics')).text).to.include('lectern_faults_total{module="gate",kind="deadline"} 1');
  });

  it('has no deadline once it has begun to answer', async () => {
    const { ask } = await serve({ deadlineMs: 60 });
    deed.do = (response) => {
      response.write('a');
      setTimeout(() => response.end('b'), 200);
    };
    expect((await ask().buffer(true).parse(textOf)).body).to.equal('ab');
    expect(lines()).to.deep.equal([]);
  });
});

function textOf(response: any, done: (error: Error | null, text: string) => void): void {
  let text = '';
  response.on('data', (part: Buffer) => (text += part.toString()));
  response.on('end', () => done(null, text));
}
