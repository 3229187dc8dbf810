import { randomInt } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { createKernel, type Kernel } from 'lectern/host';
import supertest from 'supertest';
import { makeTestDatabase } from '../../../support/test_database.ts';
import { projectRoot, startPlatform, type Platform } from '../../../support/platform.ts';

/** Password of all demo users. */
export const PASSWORD = 'Lectern-2026';

/** Permits an address of its own to each request. */
const http = { trustedProxies: ['127.0.0.1'] };
const log = { level: 'trace' };

const MIN_SECRET = 8;
const secrets = new Set([PASSWORD]);

/** Remembers a text that must not appear in the log. */
export function secret(text: string): string {
  if (text.length >= MIN_SECRET) secrets.add(text);
  return text;
}

/** A header with Basic credentials. */
export function basic(name: string, password = PASSWORD): { Authorization: string } {
  return { Authorization: `Basic ${secret(base64(`${name}:${secret(password)}`))}` };
}

export function bearer(jwt: string): { Authorization: string } {
  return { Authorization: `Bearer ${secret(jwt)}` };
}

export function base64(text: string | Uint8Array): string {
  return Buffer.from(text as string).toString('base64');
}

/** The header of a request from an address that no other test uses. */
export function somewhere(): { 'X-Forwarded-For': string } {
  return { 'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` };
}

/** The key of JSON Web Tokens. */
export const JWT_KEY = secret('a key for tests only, longer than thirty-two characters');

/** The platform with a configuration of users. @param plugins folders of further plugins */
export function startUsers(users: object = {}, more: object = {}, plugins: string[] = []): Promise<Platform> {
  return startPlatform({ http, log, modules: { users: { jwtSecret: JWT_KEY, ...users }, ...more } }, plugins);
}

/** Headers of a request. */
export type HeaderFields = Readonly<Record<string, string>>;

type Api = Pick<Platform, 'api'>;

/** Signs in at POST /user/login. */
export function login({ api }: Api, username: string, password = PASSWORD): supertest.Test {
  const request = api.post('/api/user/login').set(somewhere());
  return request.send({ username, password: secret(password) });
}

/** A token, as a client gets it. */
export async function tokenOf(platform: Api, username: string, password = PASSWORD): Promise<string> {
  const { body } = await login(platform, username, password).expect(200);
  return secret(body.token as string);
}

/** A header with a token. */
export async function signedIn(
  platform: Api,
  username: string,
  password = PASSWORD,
): Promise<{ 'X-Auth-Token': string }> {
  return { 'X-Auth-Token': await tokenOf(platform, username, password) };
}

/** A JWT, as a client gets it. */
export async function jwtOf(platform: Api, username: string, audience?: string): Promise<string> {
  const request = platform.api.get('/api/auth/getJwt').set(await signedIn(platform, username));
  const { body } = await request.query(audience === undefined ? {} : { audience }).expect(200);
  return secret(body.jwt as string);
}

/** Nickname of the user whom the headers identify. */
export async function whoIs({ api }: Api, headers: object): Promise<string> {
  const { body } = await api
    .get('/api/user/info')
    .set({ ...somewhere(), ...headers })
    .expect(200);
  return body.nickname as string;
}

/** An answer as `status/code`. */
export function outcome({ status, body }: { status: number; body: any }): string {
  return body.error ? `${status}/${body.error.code}` : `${status}`;
}

/** How often each outcome occurs. */
export function tally(answers: readonly { status: number; body: any }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[outcome(answer)] = (counts[outcome(answer)] ?? 0) + 1;
  return counts;
}

/** Runs `work` several times at once. */
export function atOnce<T>(count: number, work: (index: number) => PromiseLike<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}

/** Runs `work` with the clock some seconds ahead. */
export async function later<T>({ services: { clock } }: Kernel, seconds: number, work: () => Promise<T>): Promise<T> {
  const now = clock.now.bind(clock);
  clock.now = () => new Date(Date.now() + seconds * 1000);
  try {
    return await work();
  } finally {
    clock.now = now;
  }
}

/** Compares passwords of a suite with `PASSWORD`, which all demo users have, instead of their slow hashes. */
export function skipSlowHash(of: () => Replica): void {
  before(() => {
    of().kernel.services.passwords.isRight = async (password, known) => {
      await setImmediate();
      return password === PASSWORD && typeof known === 'string';
    };
  });
  after(() => void Reflect.deleteProperty(of().kernel.services.passwords, 'isRight'));
}

/** A process of the platform, in the process of the test. */
export type Replica = Pick<Platform, 'kernel' | 'api'>;

/** Two replicas on one database, which has to be PostgreSQL. */
export interface Twins {
  readonly a: Replica;
  readonly b: Replica;
  readonly logs: readonly string[];
  stop(): Promise<void>;
}

export async function startTwins(): Promise<Twins> {
  const place = await makeTestDatabase();
  const logs: string[] = [];
  const users = { jwtSecret: secret('a key for tests only, the same for both replicas') };
  const start = async (): Promise<Replica> => {
    const kernel = await createKernel({
      root: projectRoot,
      env: { ...place.env, NODE_ENV: 'test' },
      config: { demo: true, http, log, modules: { users } },
      logTo: { write: (line) => void logs.push(line) },
    });
    return { kernel, api: supertest(await kernel.listen()) };
  };
  const a = await start();
  const b = await start();
  return {
    a,
    b,
    logs,
    stop: async () => {
      await Promise.all([a.kernel.stop(), b.kernel.stop()]);
      await place.clear();
    },
  };
}

/** Declares the last test of a file: secrets of the tests before it are in no log line. */
export function itKeepsSecrets(logs: () => readonly string[]): void {
  it('leaves no password and no token in the log', () => {
    // The line of the demo accounts tells their password on purpose.
    const lines = logs()
      .filter((line) => !line.includes('"accounts"'))
      .join('');
    expect(lines).to.include('"route":"/user');
    for (const text of secrets) expect(lines.includes(text), 'a secret stands in the log').to.equal(false);
  });
}
