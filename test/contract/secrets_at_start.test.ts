import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect } from 'chai';
import { createKernel } from 'lectern/host';
import { snapshotOf } from '../../core/testing/snapshot.ts';
import { Canaries } from '../support/canaries.ts';
import { projectRoot } from '../support/platform.ts';
import { secretOf } from './life.ts';

describe('Secrets in a failing start', () => {
  const secret = secretOf('secret');
  const canaries = new Canaries();
  canaries.add('secret', secret);
  canaries.add('short secret', 'k4n4ry7');
  const folder = mkdtempSync(join(tmpdir(), 'lectern-'));
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** Faulty environments, each with a word that the output contains. */
  const environments: Record<string, [env: Record<string, string>, named: string]> = {
    'with a URL of another database system': [{ DATABASE_URL: `mysql://user:${secret}@localhost/x` }, 'DATABASE_URL'],
    'with a malformed URL': [{ DATABASE_URL: secret }, 'DATABASE_URL'],
    'with an unreachable database': [{ DATABASE_URL: `postgres://user:${secret}@127.0.0.1:1/x` }, 'DATABASE_URL'],
    'with a password that is wrongly encoded': [
      { DATABASE_URL: `postgres://user:%zz${secret}@127.0.0.1:1/x` },
      'DATABASE_URL',
    ],
    'with a malformed URL of Redis': [{ REDIS_URL: `http://:${secret}@localhost` }, 'redisUrl'],
    'with an unreachable Redis': [{ REDIS_URL: `redis://:${secret}@127.0.0.1:1` }, 'Limits cannot be counted'],
    'with a configuration that cannot be parsed': [fileWith('{"jwtSecret":k4n4ry7}'), 'config.json'],
    'with a secret key that is too short': [
      fileWith(
        JSON.stringify({ modules: { api_access: { apps: [{ appKey: 'x', secretKey: 'k4n4ry7', name: 'x' }] } } }),
      ),
      'secretKey',
    ],
    'with a secret that is set twice': [{ JWT_SECRET: secret, ...secretFile('JWT_SECRET', secret) }, 'both set'],
    'with a malformed URL in a secret file': [secretFile('DATABASE_URL', `mysql://${secret}`), 'DATABASE_URL'],
    'with a secret in place of its file name': [{ REDIS_URL_FILE: 'k4n4ry7/away' }, 'REDIS_URL_FILE'],
    'with a secret at an unknown key': [
      fileWith(JSON.stringify({ modules: { users: { secret, jwtSecret: [secret] } } })),
      'jwtSecret',
    ],
  };

  for (const [how, [more, named]] of Object.entries(environments)) {
    it(`are not printed ${how}`, async () => {
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

/** Output of a start: the log, and the error with its causes. */
async function wordsOf(env: Record<string, string>): Promise<string> {
  const words: string[] = [];
  const DATA_SNAPSHOT = await snapshotOf({ root: projectRoot, demo: true, without: [] });
  try {
    const kernel = await createKernel({
      root: projectRoot,
      env: { ...env, DATA_SNAPSHOT },
      logTo: { write: (line) => void words.push(line) },
    });
    await kernel.start().finally(() => kernel.stop());
  } catch (error) {
    words.push(inspect(error, { depth: 10 }));
  }
  return words.join('');
}
