import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { RawConnection } from '../../../support/raw_http.ts';
import { installations } from '../../kernel/boot/support.ts';
import { behaviour, flaky, gate, gateOfEachTest, until } from './plugins.ts';

const path = '/api/plugins/flaky/items';

describe('The deadline of an operation', () => {
  const install = installations();
  let logs: string[];
  const waiting = gateOfEachTest('too late');

  beforeEach(() => {
    behaviour.run = () => waiting.promise;
    behaviour.runs = 0;
  });

  async function serve(guard: object = {}) {
    const installation = install(flaky);
    logs = installation.logs;
    return installation.serve({ config: { guard: { deadlineMs: 60, ...guard } } });
  }
  const lines = (id: string) => logs.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === id);

  for (const [at, module] of [
    [path, 'flaky'],
    ['/api/grounds', 'ground'],
  ] as const) {
    it(`answers 503, code 8, and names the module in log and metrics (${module})`, async () => {
      const { api } = await serve();
      const { body, headers } = await api.get(at).set('X-Request-Id', 'late').expect(503);
      expect(headers['retry-after']).to.match(/^\d+$/);
      const message =
        'The operation took too long and was given up; it may still have been carried out, so check before you repeat it.';
      expect(body).to.deep.equal({ error: { code: 8, message }, requestId: 'late' });
      expect(headers['api-version']).to.equal('2');
      const [problem, line] = lines('late');
      expect(problem).to.include({ level: 50, module, route: at.replace('/api', '') });
      expect(problem.msg).to.include('60 ms (guard.deadlineMs)');
      expect(line).to.include({ status: 503, module });
      const metrics = (await api.get('/metrics')).text;
      expect(metrics).to.include(`lectern_faults_total{module="${module}",kind="deadline"} 1`);
    });
  }

  for (const [what, end] of [
    ['answers', () => waiting.resolve('too late')],
    ['throws', () => waiting.reject(new Error('too late'))],
  ] as const) {
    it(`ignores an operation that ${what} afterwards`, async () => {
      const { api } = await serve();
      await api.get(path).set('X-Request-Id', 'late').expect(503);
      end();
      await waiting.promise.catch(() => undefined);
      behaviour.run = () => 'well';
      expect((await api.get(path).expect(200)).body).to.equal('well');
      expect(lines('late')).to.have.length(2);
      expect(logs.join('')).to.not.include('too late');
    });
  }

  it('ends only the late one of many operations, whatever their order', async () => {
    const { api } = await serve({ deadlineMs: 800, breaker: { failures: 0 } });
    const gates = Array.from({ length: 9 }, gate);
    behaviour.run = () => gates[behaviour.runs - 1]?.promise;
    const answers = Promise.all(gates.map(() => api.get(path)));
    await until(() => behaviour.runs === 9);
    for (const index of [4, 0, 8, 1, 7, 2, 6, 3]) gates[index]?.resolve(index);
    // Only the operation whose gate stays unsettled is ended.
    const statuses = (await answers).map(({ status }) => status).sort();
    expect(statuses).to.deep.equal([200, 200, 200, 200, 200, 200, 200, 200, 503]);
  });

  it('does not apply to synchronous operations', async () => {
    const { api } = await serve();
    behaviour.run = () => {
      for (const end = performance.now() + 150; performance.now() < end;);
      return 'at last';
    };
    await api.get(path).expect(200);
  });

  it('does not count the time that a body takes to arrive', async () => {
    const { kernel, api } = await serve();
    const connection = new RawConnection(kernel.url);
    const head = `POST ${path} HTTP/1.1\r\nHost: lectern.test\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n`;
    connection.send(`${head}{"n"`);
    // Two deadlines pass one after the other, so one that began with the head of the request would have passed, too.
    for (let time = 0; time < 2; time++) await api.get(path).expect(503);
    behaviour.run = () => Promise.resolve('whole');
    connection.send(':1}');
    expect((await connection.answer()).body).to.equal('"whole"');
    connection.close();
  });

  it('does not apply once the operation has written to the response', async () => {
    const { api } = await serve();
    behaviour.run = async ({ request: { response } }) => {
      response.write('first, ');
      await sleep(200);
      response.end('last');
    };
    const { text } = await api.get(path).buffer(true).expect(200);
    expect(text).to.equal('first, last');
    expect(logs.join('')).to.not.include('guard.deadlineMs');
  });

  it('logs and counts the late error of an operation that has begun its answer itself', async () => {
    const { api } = await serve({ breaker: { failures: 1 } });
    behaviour.run = ({ request: { response } }) => {
      response.write('first, ');
      return waiting.promise;
    };
    const begun = api
      .get(path)
      .set('X-Request-Id', 'begun')
      .then(
        () => 'answered',
        () => 'broken off',
      );
    await until(() => behaviour.runs === 1);
    behaviour.run = () => new Promise(() => undefined);
    // Begins later, so that its deadline passes later, too.
    await api.get('/api/grounds').expect(503);
    waiting.reject(new Error('no luck'));
    expect(await begun).to.equal('broken off');
    expect(lines('begun').map(({ msg }) => msg)).to.include('the request failed');
    await api.get(path).expect(503);
    expect(behaviour.runs).to.equal(2);
  });

  it('ends the operation also after the client has disconnected', async () => {
    const { kernel, api } = await serve();
    const asked = request(kernel.url + path, { headers: { 'X-Request-Id': 'gone' } }).end();
    const closed = new Promise((resolve) => asked.on('error', () => undefined).once('close', resolve));
    await until(() => behaviour.runs === 1);
    asked.destroy();
    await closed;
    await until(() => lines('gone').length === 2);
    waiting.resolve('too late');
    behaviour.run = () => 'well';
    await api.get(path).expect(200);
    expect(lines('gone').map(({ level }) => level)).to.deep.equal([50, 30]);
  });

  it('counts as an error for the breaker', async () => {
    const { api } = await serve({ breaker: { failures: 2, pauseSeconds: 600 } });
    for (let time = 0; time < 2; time++) await api.get(path).expect(503);
    const { body } = await api.get(path).expect(503);
    expect(body.error.message).to.include('"flaky" is out of service');
    expect(behaviour.runs).to.equal(2);
  });

  it('can be switched off', async () => {
    const { api } = await serve({ deadlineMs: 100 });
    behaviour.run = () => new Promise(() => undefined);
    await api.get(path).expect(503);
    behaviour.run = () => sleep(300, 'slow');
    await (await serve({ deadlineMs: 0 })).api.get(path).expect(200);
  });
});
