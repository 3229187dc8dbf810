import { expect } from 'chai';
import { served } from '../../../support/started.ts';
import { probe } from '../../kernel/http/probe.ts';

const canary = 'canary-2f9c';

describe('Logs and metrics', () => {
  const { installation, api } = served(probe, { env: { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'trace' } });

  const lines = () => installation.logs.map((line) => JSON.parse(line));
  const samples = async () =>
    (await api.get('/metrics').expect(200)).text
      .split('\n')
      .filter((line) => /^http_request_duration_seconds_count/.test(line));

  it('have one log line per request, with route, status and id', async () => {
    await api.get('/api/plugins/probe/echoes/17').set('X-Request-Id', 'line-1').expect(200);
    await api.post('/api/plugins/probe/echoes').set('X-Request-Id', 'line-2').send({ n: 'x' }).expect(422);
    await api.get('/nowhere').set('X-Request-Id', 'line-3').expect(404);
    await api.options('/api/plugins/probe/echoes').set('X-Request-Id', 'line-4').expect(204);
    const of = (id: string) => lines().filter(({ reqId }) => reqId === id);
    const [one, ...others] = of('line-1');
    expect(others).to.deep.equal([]);
    expect(one).to.include({
      level: 30,
      method: 'GET',
      route: '/plugins/probe/echoes/{id}',
      module: 'probe',
      status: 200,
    });
    expect(one.ms).to.be.a('number').and.within(0, 5_000);
    expect(of('line-2').map(({ status, route }) => [status, route])).to.deep.equal([[422, '/plugins/probe/echoes']]);
    expect(of('line-3').map(({ status, route }) => [status, route])).to.deep.equal([[404, '']]);
    expect(of('line-4').map(({ status }) => status)).to.deep.equal([204]);
  });

  it('report errors and unavailable services, but no intended failures', async () => {
    const errorsOf = async (way: string, status: number) => {
      await api.get(`/api/plugins/probe/failing/${way}`).set('X-Request-Id', `failing-${way}`).expect(status);
      return lines().filter(({ reqId, level }) => reqId === `failing-${way}` && level === 50).length;
    };
    expect(await errorsOf('throws', 500)).to.equal(1);
    expect(await errorsOf('away', 503)).to.equal(1);
    expect(await errorsOf('spent', 500)).to.equal(0);
  });

  it('keep values of URLs, bodies and headers out of log lines', async () => {
    const secret = { 'X-Key': canary, Authorization: `Basic ${canary}`, Cookie: `a=${canary}` };
    await api.get(`/api/plugins/probe/echoes?access_token=${canary}`).expect(200);
    await api.get(`/api/plugins/probe/echoes/${canary}`);
    await api.get(`/api/plugins/probe/echoes?access_token=${canary}`).set(secret).expect(401);
    await api.get(`/api/plugins/probe/failing/throws?access_token=${canary}`).expect(500);
    await api.get(`/nowhere/${canary}?q=${canary}`).expect(404);
    await api.post('/api/plugins/probe/echoes').send({ text: canary, n: canary }).expect(422);
    await api.post('/api/plugins/probe/echoes').type('json').send(`{"${canary}`).expect(400);
    await api.get(`/api/plugins/probe/echoes/%zz?${canary}`).expect(400);
    await api.get('/healthz').query({ q: canary }).expect(200);
    expect(installation.logs.filter((line) => line.includes(canary))).to.deep.equal([]);
  });

  it('count requests by route', async () => {
    for (const id of ['101', '102', '103']) await api.get(`/api/plugins/probe/echoes/${id}`).expect(200);
    const found = (await samples()).find(
      (line) => line.includes('route="/plugins/probe/echoes/{id}"') && line.includes('status="200"'),
    );
    expect(found)
      .to.match(/method="GET"/)
      .and.match(/module="probe"/);
    expect(Number(found!.split(' ').at(-1))).to.be.at.least(3);
  });

  it('do not grow with unknown paths or ids', async () => {
    await api.get('/api/first').expect(404);
    await api.get('/first').expect(404);
    const before = (await samples()).length;
    for (let index = 0; index < 50; index++) {
      await api.get(`/api/unknown${index}`).expect(404);
      await api.get(`/unknown${index}`).expect(404);
      await api.get(`/api/plugins/probe/echoes/${1_000 + index}`).expect(200);
    }
    expect((await samples()).length).to.equal(before);
  });

  it('include metrics of the process', async () => {
    const { text, headers } = await api.get('/metrics').expect(200);
    expect(headers['content-type']).to.match(/^text\/plain/);
    expect(text).to.include('http_request_duration_seconds_bucket').and.include('process_cpu');
  });
});
