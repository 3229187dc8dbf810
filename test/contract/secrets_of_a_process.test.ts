import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect } from 'chai';
import { createKernel } from 'lectern';
import { after, before, describe, it } from 'mocha';
import { Canaries } from '../support/canaries.ts';
import { makePlace, type Place } from '../support/place.ts';
import { projectRoot } from '../support/platform.ts';
import { StubProvider, type Asked } from '../core/third_party/stub_provider.ts';
import { Life, secretOf } from './life.ts';
import { makeWorld, providerPaths, rightAnswer, sectionsOf, shownIn } from './world.ts';

describe('Secrets in what the command prints', function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'lectern-'));
  const stub = new StubProvider();
  const world = makeWorld();
  const { canaries } = world;
  let place: Place;
  let printed: string;
  let processes: string;
  let code: number | null;
  let life: Life;

  before(async () => {
    place = await makePlace();
    const file = join(folder, 'config.json');
    writeFileSync(file, JSON.stringify({ demo: true, modules: sectionsOf(world, await stub.open()) }));
    const env = {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      LOG_LEVEL: 'trace',
      CONFIG_FILE: file,
      JWT_SECRET: world.jwtSecret,
      PAY_PASSWORD_KEY: world.payPasswordKey,
      LECTERN_SMS_PROVIDER: 'aliyun',
      LECTERN_SMS_ACCESS_KEY_ID: 'canary',
      LECTERN_SMS_ACCESS_KEY_SECRET: world.smsKey,
      ...withPassword(place.env, canaries.add('password in DATABASE_URL', secretOf('database'))),
    };
    const loader = ['--import', './core/kernel/boot/from_source.mjs', 'core/cli/main.ts', 'start'];
    const child = spawn(process.execPath, loader, { cwd: projectRoot, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const closed = once(child, 'close');
    const out = listenTo(child);
    life = new Life({ url: await out.url, ...world });
    stub.says(rightAnswer);
    await life.begin();
    await life.wakeUp();
    // The first day is one with the limits of the installation as it is shipped, the second is one behind them.
    await life.live();
    for (const status of [200, 400]) {
      stub.says({ Code: 'isv.OUT_OF_SERVICE', Message: stub.asked.map(codeIn).join(' ') }, status);
      await life.live();
    }
    processes = commandLines(child.pid ?? 0);
    child.kill('SIGTERM');
    [code] = (await closed) as [number | null];
    printed = out.text();
    for (const sent of stub.asked.map(codeIn).filter(Boolean)) canaries.add('SMS code', sent);
  });
  after(async () => {
    await stub.close();
    await place.clear();
    rmSync(folder, { recursive: true, force: true });
  });

  it('were let in, up to the limits', () => {
    expect(code, printed).to.equal(0);
    expect(life.statuses).to.include.members([200, 400, 401, 403, 422, 429, 503]);
    expect(stub.asked.map(({ path }) => path)).to.include.members(providerPaths);
    expect(stub.asked.filter(codeIn)).to.have.length.above(1);
    expect(printed).to.include('"route":"/sms_center"').and.include('draining');
  });

  it('do not come out on standard output or standard error', () => {
    expect(shownIn(printed.split('\n'), canaries)).to.deep.equal([]);
  });

  it('do not stand in the list of processes', function () {
    if (!existsSync('/proc/self/cmdline')) this.skip();
    expect(processes).to.include('core/cli/main.ts');
    expect(canaries.in(processes)).to.deep.equal([]);
  });

  it('do not come out in an answer', () => {
    expect(life.problems).to.deep.equal([]);
  });
});

describe('Secrets in a start that goes wrong', () => {
  const secret = secretOf('secret');
  const canaries = new Canaries();
  canaries.add('secret', secret);
  canaries.add('short secret', 'k4n4ry7');
  const folder = mkdtempSync(join(tmpdir(), 'lectern-'));
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** Environments in which something is wrong, and what is said of it all the same. */
  const environments: Record<string, [env: Record<string, string>, named: string]> = {
    'with the URL of another database': [{ DATABASE_URL: `mysql://user:${secret}@localhost/x` }, 'DATABASE_URL'],
    'with a URL that is none': [{ DATABASE_URL: secret }, 'DATABASE_URL'],
    'with a database that is away': [{ DATABASE_URL: `postgres://user:${secret}@127.0.0.1:1/x` }, 'DATABASE_URL'],
    'with a password that is wrongly encoded': [
      { DATABASE_URL: `postgres://user:%zz${secret}@127.0.0.1:1/x` },
      'DATABASE_URL',
    ],
    'with the URL of another store of counters': [{ REDIS_URL: `http://:${secret}@localhost` }, 'redisUrl'],
    'with a store of counters that is away': [
      { REDIS_URL: `redis://:${secret}@127.0.0.1:1` },
      'Limits cannot be counted',
    ],
    'with a configuration that cannot be parsed': [fileWith('{"jwtSecret":k4n4ry7}'), 'config.json'],
    'with a secret key that is too short': [
      fileWith(
        JSON.stringify({ modules: { api_access: { apps: [{ appKey: 'x', secretKey: 'k4n4ry7', name: 'x' }] } } }),
      ),
      'secretKey',
    ],
    'with a secret that is there twice': [{ JWT_SECRET: secret, ...secretFile('JWT_SECRET', secret) }, 'both set'],
    'with a file of a secret that fits nowhere': [secretFile('DATABASE_URL', `mysql://${secret}`), 'DATABASE_URL'],
    'with a secret where the name of its file should be': [{ REDIS_URL_FILE: 'k4n4ry7/away' }, 'REDIS_URL_FILE'],
    'with a secret at a key that is unknown': [
      fileWith(JSON.stringify({ modules: { users: { secret, jwtSecret: [secret] } } })),
      'jwtSecret',
    ],
  };

  for (const [how, [more, named]] of Object.entries(environments)) {
    it(`do not come out ${how}`, async () => {
      const said = await wordsOf({ NODE_ENV: 'test', LOG_LEVEL: 'trace', DATA_DIR: 'memory', PORT: '0', ...more });
      expect(said).to.include(named);
      expect(canaries.in(said), said).to.deep.equal([]);
    });
  }

  function secretFile(name: string, text: string) {
    const file = join(mkdtempSync(join(folder, 'secret-')), 'value');
    writeFileSync(file, `${text}\n`, { mode: 0o600 });
    return { [`${name}_FILE`]: file };
  }

  function fileWith(text: string) {
    const file = join(mkdtempSync(join(folder, 'start-')), 'config.json');
    writeFileSync(file, text);
    return { CONFIG_FILE: file };
  }
});

/** All that is said by a start: the log, and the error with its causes if it fails. */
async function wordsOf(env: Record<string, string>): Promise<string> {
  const words: string[] = [];
  try {
    const kernel = await createKernel({ root: projectRoot, env, logTo: { write: (line) => void words.push(line) } });
    await kernel.start().finally(() => kernel.stop());
  } catch (error) {
    words.push(inspect(error, { depth: 10 }));
  }
  return words.join('');
}

/** A password for the database, where there is a server to send it to; a server that trusts everyone takes any. */
function withPassword(env: Place['env'], password: string): Record<string, string> {
  if (!env['DATABASE_URL']) return env;
  const url = new URL(env['DATABASE_URL']);
  url.password ||= password;
  return { ...env, DATABASE_URL: url.href };
}

/** The code in a message that the SMS provider was asked to send. */
function codeIn({ form }: Asked): string {
  return (JSON.parse(form['TemplateParam'] ?? '{}') as { code?: string }).code ?? '';
}

/** What `ps` shows of a process and of all that it has begun. */
function commandLines(pid: number): string {
  const below = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(below)) return '';
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  const own = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  return [own, ...children.map((child) => commandLines(Number(child)))].join('\n');
}

/** Hears what a process prints, and where it says that it listens. */
function listenTo(child: ChildProcess) {
  let text = '';
  const url = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        const [, found] = /Lectern is ready at (http:[^\s"]+)/.exec(text) ?? [];
        if (found !== undefined) resolve(found);
      });
    }
    child.once('close', () => {
      reject(new Error(`The process ended without listening; it said ${text}`));
    });
  });
  return { url, text: () => text };
}
