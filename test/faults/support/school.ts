import { answerTo, type Answered, type Ask } from './clients.ts';
import { PlatformProcess, type PlatformTerms } from './platform_process.ts';
import { PrivatePostgres } from './private_postgres.ts';
import { StallingProxy } from './stalling_proxy.ts';

const PASSWORD = 'Lectern-2026';

/** A platform with its demo data on a private PostgreSQL server, which it reaches through a proxy. */
export class School {
  /** Token of the user admin. */
  token = '';
  #articles = 0;

  private constructor(
    readonly database: PrivatePostgres,
    readonly way: StallingProxy,
    readonly platform: PlatformProcess,
  ) {}

  static async open({ config, ...terms }: PlatformTerms = {}): Promise<School> {
    const database = await PrivatePostgres.start();
    const way = await StallingProxy.to(database.port);
    const env = { ...terms.env, DATABASE_URL: `postgres://postgres@127.0.0.1:${way.port}/postgres` };
    const platform = await PlatformProcess.start({ ...terms, env, config: { demo: true, ...config } });
    const { body } = await answerTo(platform.url, signIn('admin'));
    const school = new School(database, way, platform);
    school.token = (body as { token: string }).token;
    return school;
  }

  ask(ask: Ask): Promise<Answered> {
    return answerTo(this.platform.url, ask);
  }

  /** Returns a request that reads data of its caller. */
  readonly read = (): Ask => ({ path: '/api/me/orders', init: { headers: { 'X-Auth-Token': this.token } } });

  /** Returns a request that adds an article with a unique title. */
  readonly write = (): Ask => this.#posted('/api/articles', { title: `T${++this.#articles}`, content: 'text' });

  /** Returns the titles of the articles whose creation was confirmed. */
  written(answers: readonly Answered[]): string[] {
    const made = answers.filter(({ ask, status }) => status === 201 && ask.path === '/api/articles');
    return made.map(({ body }) => (body as { title: string }).title);
  }

  /** Returns the titles that the database lacks. */
  async lost(titles: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ title: string }>('select title from articles');
    const kept = new Set(rows.map(({ title }) => title));
    return titles.filter((title) => !kept.has(title));
  }

  async clear(): Promise<void> {
    await this.platform.clear();
    await this.way.close();
    await this.database.clear();
  }

  #posted(path: string, body: object): Ask {
    const headers = { 'X-Auth-Token': this.token, 'Content-Type': 'application/json' };
    return { path, init: { method: 'POST', headers, body: JSON.stringify(body) } };
  }
}

/** Returns a login with the demo password. */
export function signIn(nickname: string): Ask {
  const authorization = `Basic ${Buffer.from(`${nickname}:${PASSWORD}`).toString('base64')}`;
  return { path: '/api/tokens', init: { method: 'POST', headers: { authorization } } };
}
