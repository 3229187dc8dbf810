import { expect } from 'chai';
import { metricsAccess } from '../../../../core/hosting/telemetry/metrics_access.ts';
import { manifest } from '../../../support/installation.ts';
import { served } from '../../../support/started.ts';
import { probe } from '../../kernel/http/probe.ts';

const token = 'a-token-for-prometheus';

const diner = {
  'plugins/diner/module.json': manifest('diner'),
  'plugins/diner/services.js': `
import { use } from 'lectern';
class Meals {
  logger = use('logger');
  served = use('meters').counter({ name: 'diner_meals_total', help: 'Meals that were served.', labels: ['meal'] });
  serve(meal) { this.served.inc({ meal }); this.logger.info({ meal }, 'a meal is served'); }
}
export default { meals: Meals };`,
  'plugins/diner/resources/meals.js': `
import { defineResource, raw } from 'lectern';
export default defineResource('/plugins/diner/meals', {
  uses: ['meals', 'logger'],
  search: { open: true, returns: [raw], run({ meals, logger }, { request }) {
    meals.serve('soup');
    logger.info('of the resource');
    request.log.info({ password: 'p' }, 'of the call');
    return [];
  } },
  get: { returns: [raw], async run() { await new Promise((resolve) => setTimeout(resolve, 25)); return {}; } },
});`,
};

describe('Telemetry of an installation', () => {
  const { installation, api } = served(
    { ...probe, ...diner },
    { config: { metrics: { token }, log: { slowRequestMs: 1 } } },
  );

  const lines = (msg: RegExp) => installation.logs.map((line) => JSON.parse(line)).filter((line) => msg.test(line.msg));

  it('names the module of a log line, and the request for `request.log`', async () => {
    await api.get('/api/plugins/diner/meals').set('X-Request-Id', 'meal-1').expect(200);
    const [service] = lines(/^a meal is served/);
    const [resource] = lines(/^of the resource/);
    const [call] = lines(/^of the call/);
    expect(service).to.include({ module: 'diner', meal: 'soup' });
    expect(resource).to.include({ module: 'diner' });
    expect(call).to.include({ reqId: 'meal-1', module: 'diner', route: '/plugins/diner/meals', password: '[secret]' });
  });

  it('logs a slow request with route, module, caller and time, but no URL', async () => {
    const path = '/api/plugins/diner/meals/17?secret=s';
    await api.get(path).set('X-Request-Id', 'slow-1').set('X-Key', 'holder').expect(200);
    const [line] = lines(/a request took/).filter(({ reqId }) => reqId === 'slow-1');
    expect(line).to.include({ level: 40, route: '/plugins/diner/meals/{id}', module: 'diner', user: '1', status: 200 });
    expect(line.ms).to.be.at.least(20);
    expect(line.msg).to.include('log.slowRequestMs');
    expect(JSON.stringify(line)).to.not.include('secret=s');
  });

  it('has meters of modules beside those of the kernel', async () => {
    const { text } = await api.get('/metrics').set('Authorization', `Bearer ${token}`).expect(200);
    expect(text).to.match(/^diner_meals_total\{meal="soup"\} 1$/m);
    expect(text).to.match(/^http_requests_in_flight 0$/m);
    expect(text).to.match(/^lectern_plugin_up\{plugin="diner"\} 1$/m);
    expect(text).to.match(/^lectern_build_info\{version="[^"]+",node="v[^"]+"\} 1$/m);
  });

  it('counts no request in flight after its end, however it ends', async () => {
    const under = api.get('/api/plugins/diner/meals/1').set('X-Key', 'holder');
    const pending = under.then(({ status }) => status);
    const ends = ['/api/unknown', '/unknown', '/healthz', '/api/plugins/probe/failing/throws', '/api/%zz', '/docs'];
    for (const path of ends) await api.get(path);
    await api.post('/api/plugins/probe/echoes').type('json').send('{');
    await pending;
    const { text } = await api.get('/metrics').set('Authorization', `Bearer ${token}`);
    expect(text).to.match(/^http_requests_in_flight 0$/m);
  });

  it('requires the token for /metrics if one is configured', async () => {
    const none = await api.get('/metrics').expect(401);
    expect(none.headers['www-authenticate']).to.equal('Bearer realm="metrics"');
    expect(none.body.error).to.include({ code: 11 });
    await api.get('/metrics').set('Authorization', 'Bearer a-token-for-prometheuz').expect(401);
  });

  it('admits only the private network to /metrics without a token, and no proxies', async () => {
    const open = (await installation.serve()).api;
    await open.get('/metrics').expect(200);
    const { body } = await open.get('/metrics').set('X-Forwarded-For', '127.0.0.1').expect(403);
    expect(body.error.code).to.equal(6);
    expect(body.error.message).to.include('METRICS_TOKEN');
    const from = (remoteAddress: string) =>
      metricsAccess(undefined)({ socket: { remoteAddress }, headers: {} } as never);
    expect(['10.1.2.3', '::ffff:192.168.0.9', 'fd00::1', '::1'].filter(from)).to.deep.equal([]);
    expect(['203.0.113.9', '::ffff:8.8.8.8', '2001:db8::1', ''].map(from)).to.not.include(undefined);
  });
});
