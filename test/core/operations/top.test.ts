import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import supertest from 'supertest';
import { readSamples } from '../../../core/operations/top/exposition.ts';
import { quantile } from '../../../core/operations/top/histograms.ts';
import { trafficBetween } from '../../../core/operations/top/traffic.ts';
import { runCommand } from '../../support/command.ts';
import { Installation } from '../../support/installation.ts';
import { probe } from '../kernel/http/probe.ts';

describe('lectern top', () => {
  const installation = new Installation(probe);
  let url: string;
  let api: ReturnType<typeof supertest>;
  let asking: NodeJS.Timeout;

  before(async () => {
    const config = { metrics: { token: 'known-to-the-operator' }, guard: { breaker: { failures: 0 } } };
    const served = await installation.serve({ config });
    ({ api } = served);
    ({ url } = served.kernel);
    installation.write({ 'config/default.json': JSON.stringify({ metrics: config.metrics }) });
    asking = setInterval(() => {
      void api.get('/api/plugins/probe/echoes/1').then();
      void api.get('/api/plugins/probe/failing/throws').then();
    }, 20);
  });
  after(async () => {
    clearInterval(asking);
    await installation.clear();
  });

  const top = (...args: string[]) => runCommand(installation.root, 'top', ...args);

  it('lists the requested routes by errors, and their modules', async () => {
    const { out, code } = await top('--once', '--url', url, '--interval', '0.6', '--sort', 'errors', '--json');
    expect(code).to.equal(0);
    const { routes, modules, state } = JSON.parse(out);
    expect(routes.map(({ route }: { route: string }) => route)).to.deep.equal([
      'GET /plugins/probe/failing/{way}',
      'GET /plugins/probe/echoes/{id}',
    ]);
    expect(routes[0]).to.include({ module: 'probe', errors: 100 });
    expect(routes[1]).to.include({ errors: 0 });
    expect(routes[1].requestsPerSecond).to.be.above(0);
    expect(routes[1].p50).to.be.at.most(routes[1].p99);
    expect(modules).to.have.length(1);
    expect(state.version).to.match(/^\d/);
    expect(state.heapUsed).to.be.above(0);
  });

  it('prints a table', async () => {
    const { out } = await top('--once', '--url', `${url}/`, '--interval', '0.4');
    expect(out).to.match(/^http:.*Lectern \d/);
    expect(out).to.match(/in flight \d+ {3}event loop [\d.]+ ms {3}heap \d+ MB/);
    expect(out).to.match(/^req\/s +p50 +p95 +p99 +5xx % +load +module +route$/m);
    expect(out).to.match(/probe +GET \/plugins\/probe\/echoes\/\{id\}$/m);
  });

  it('explains an unreachable server, a missing token and a wrong address', async () => {
    const away = await top('--once', '--url', 'http://127.0.0.1:9');
    expect([away.code, away.err]).to.deep.equal([
      1,
      'No server answers at http://127.0.0.1:9; start the server, or name its address with --url.\n',
    ]);
    installation.write({ 'config/default.json': '{}' });
    const refused = await top('--once', '--url', url);
    expect(refused.code).to.equal(1);
    expect(refused.err).to.include('METRICS_TOKEN');
    const other = await top('--once', '--url', `${url}/api/nowhere`);
    expect(other.err).to.include('check that this is the address of a Lectern server');
    expect((await top('--interval', '0')).code).to.equal(2);
    expect((await top('--sort', 'age')).code).to.equal(2);
  });
});

describe('The computations of lectern top', () => {
  it('read samples in the format of Prometheus', () => {
    const text = '# HELP a b\na 1\nb{c="d, {\\"e\\"}",f="g\\\\n"} +Inf 170\nbroken\n';
    expect(readSamples(text)).to.deep.equal([
      { name: 'a', labels: {}, value: 1 },
      { name: 'b', labels: { c: 'd, {"e"}', f: 'g\\n' }, value: Infinity },
    ]);
  });

  it('estimate quantiles as Prometheus does', () => {
    const buckets = new Map([
      [0.1, 50],
      [0.5, 90],
      [1, 100],
      [Infinity, 100],
    ]);
    expect(quantile(0.5, buckets)).to.be.closeTo(0.1, 1e-9);
    expect(quantile(0.95, buckets)).to.be.closeTo(0.75, 1e-9);
    expect(
      quantile(
        0.5,
        new Map([
          [1, 0],
          [Infinity, 4],
        ]),
      ),
    ).to.equal(1);
    expect(
      quantile(
        0.5,
        new Map([
          [1, 0],
          [Infinity, 0],
        ]),
      ),
    ).to.equal(undefined);
  });

  it('handle counters that restart with the process', () => {
    const labels = { method: 'GET', route: '/a', module: 'm', status: '200' };
    const at = (count: number) => [{ name: 'http_request_duration_seconds_count', labels, value: count }];
    const { routes } = trafficBetween({ at: 0, samples: at(1_000) }, { at: 2_000, samples: at(10) });
    expect(routes.map(({ requestsPerSecond }) => requestsPerSecond)).to.deep.equal([5]);
  });
});
