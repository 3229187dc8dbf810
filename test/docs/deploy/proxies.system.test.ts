import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { askOnce } from '../../faults/support/ask_once.ts';
import { ServerProcess } from '../../faults/support/server_process.ts';
import { accountOf, toolPath } from '../../faults/support/tools.ts';
import { until } from '../../faults/support/until.ts';
import { openDetour } from '../../support/detour.ts';
import { blocksOf } from '../../support/documents.ts';
import { freePort } from '../../support/free_port.mjs';
import { checkedBy, Proxy } from '../../support/proxy.ts';
import { reachServers } from '../../support/servers.mjs';
import { textOf } from './product.ts';

/** Pages for operators, which clients outside must not see. */
const closed = ['/readyz', '/healthz', '/metrics', '/lms/readyz'];
const haproxyFile = textOf('docs/deploy/compose/haproxy.cfg');
const nginxSample = blocksOf('docs/http.md').find(({ language }) => language === 'nginx')!.text;
const poolerFiles = {
  'docs/deploy/compose/pgbouncer.ini': textOf('docs/deploy/compose/pgbouncer.ini'),
  'docs/database.md': blocksOf('docs/database.md').find(({ language }) => language === 'ini')!.text,
};

/** Replaces a text of a sample by that of this machine. @throws Error when the sample has another text */
function put(sample: string, ...replaced: readonly (readonly [text: string | RegExp, by: string])[]): string {
  return replaced.reduce((text, [wanted, by]) => {
    const next = text.replace(wanted, by);
    if (next === text) throw new Error(`The sample does not have ${String(wanted)}; correct this test.`);
    return next;
  }, sample);
}

/** A server that answers in the place of a replica. */
async function openReplica(answer: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as { port: number }).port };
}

async function refusedOf(url: string) {
  const answer = await fetch(`${url}/api/settings/site`);
  const { error } = (await answer.json()) as { error: { code: number } };
  return { status: answer.status, code: error.code, after: answer.headers.get('retry-after') };
}

const unavailable = { status: 503, code: 8, after: '5' };

describe('The samples of proxies', function () {
  this.timeout(120_000);
  const servers: Server[] = [];
  let isReady = true;
  let checks = 0;
  /** A replica whose checks take longer than the pause between two of them. */
  const replica: RequestListener = ({ url }, response) => {
    const isCheck = url === '/readyz';
    if (isCheck) checks += 1;
    setTimeout(() => response.writeHead(isReady ? 200 : 503).end(`answer of ${String(url)}`), isCheck ? 800 : 0);
  };

  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
    isReady = true;
    checks = 0;
  });

  async function serving(): Promise<number> {
    const { server, port } = await openReplica(replica);
    servers.push(server);
    return port;
  }

  it('are accepted by the programs', () => {
    for (const file of [haproxyFile, textOf('docs/deploy/patroni/haproxy.cfg')])
      expect(() => checkedBy('haproxy', file)).not.to.throw();
    expect(() => checkedBy('nginx', nginxSample)).not.to.throw();
  });

  it('of HAProxy keep a busy replica, answer in the form of the API, and hide the pages of operators', async () => {
    const port = await serving();
    const proxy = await Proxy.start('haproxy', (at) =>
      put(haproxyFile, ['bind :8080', `bind 127.0.0.1:${at}`], [/server-template .*/, `server one 127.0.0.1:${port}`]),
    );
    try {
      const answered = async () => (await fetch(`${proxy.url}/api/settings/site`)).status;
      await until(async () => expect([checks > 3, await answered()]).to.deep.equal([true, 200]));
      expect(await answered(), 'a replica with slow checks').to.equal(200);
      for (const path of closed) expect((await fetch(proxy.url + path)).status, path).to.equal(404);
      isReady = false;
      await until(async () => expect(await refusedOf(proxy.url)).to.deep.equal(unavailable));
    } finally {
      await proxy.stop();
    }
  });

  it('of nginx pass requests on, answer in the form of the API, and hide the pages of operators', async () => {
    const port = await serving();
    const proxy = await Proxy.start('nginx', (at) =>
      put(nginxSample, ['server 127.0.0.1:3000', `server 127.0.0.1:${port}`], ['listen 80', `listen 127.0.0.1:${at}`]),
    );
    try {
      expect(await (await fetch(`${proxy.url}/api/settings/site`)).text()).to.equal('answer of /api/settings/site');
      for (const path of closed) {
        const answer = await fetch(proxy.url + path);
        expect([answer.status, ((await answer.json()) as { error: { code: number } }).error.code]).to.deep.equal([
          404, 1,
        ]);
      }
      servers.splice(0).forEach((server) => server.close().closeAllConnections());
      expect(await refusedOf(proxy.url)).to.deep.equal(unavailable);
    } finally {
      await proxy.stop();
    }
  });
});

describe('The samples of PgBouncer', function () {
  this.timeout(120_000);
  const account = accountOf('postgres');
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-pooler-'));
    written('users', '"postgres" "secret"\n');
    own(folder);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Gives a path to the account of the pooler, which refuses to run as root. */
  function own(path: string): string {
    if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid);
    return path;
  }

  function written(name: string, text: string): string {
    writeFileSync(join(folder, name), text);
    return own(join(folder, name));
  }

  for (const [where, sample] of Object.entries(poolerFiles)) {
    it(`reach a restarted server within seconds: ${where}`, async () => {
      const target = new URL((await reachServers({})).TEST_DATABASE_URL);
      const place = { host: target.hostname, port: Number(target.port || 5432) };
      const [port, first] = [await freePort(), await openDetour(place)];
      const file = written(
        'pgbouncer.ini',
        put(
          sample,
          [/^lectern = .*$/m, `lectern = host=127.0.0.1 port=${first.port} dbname=postgres`],
          [/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1\nunix_socket_dir ='],
          ['listen_port = 6432', `listen_port = ${port}`],
          [/^auth_file = .*$/m, `auth_file = ${join(folder, 'users')}`],
        ),
      );
      const pooler = new ServerProcess({ file: toolPath('pgbouncer'), args: [file], cwd: '/', account });
      const ask = () => {
        pooler.assertAlive();
        return askOnce(`postgres://postgres:secret@127.0.0.1:${port}/lectern`, 'select 1');
      };
      try {
        await until(ask);
        await first.cut();
        const waiting = ask().catch(() => until(ask));
        await until(() => expect(pooler.output).to.include('connect failed'));
        const second = await openDetour(place, first.port);
        const begun = performance.now();
        await waiting;
        await second.cut();
        expect(performance.now() - begun, 'milliseconds until the first answer').to.be.below(10_000);
      } finally {
        await pooler.end('SIGKILL');
      }
    });
  }
});
