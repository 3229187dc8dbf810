import { expect } from 'chai';
import { createKernel, type Kernel } from 'lectern/host';
import { runCommand } from './support/command.ts';
import { DocumentReader, type Desk } from './support/document_reader.ts';
import { stepsOf } from './support/documents.ts';
import { makeTestDatabase, type TestDatabase } from './support/test_database.ts';
import { projectRoot } from './support/platform.ts';

const SECRET = 'a key for tests only, of more than 32 characters';

/** The machine of an operator: an empty database, `lectern` in this process, and a server for the first request. */
class OperatorDesk implements Desk {
  readonly #env: Record<string, string> = { LOG_LEVEL: 'silent' };
  #place: TestDatabase | undefined;
  #kernel: Kernel | undefined;

  async url(): Promise<string> {
    if (this.#kernel) return this.#kernel.url;
    const config = { http: { host: '127.0.0.1', port: 0 } };
    this.#kernel = await createKernel({ root: projectRoot, env: this.#env, config });
    return this.#kernel.listen();
  }

  token(): Promise<string> {
    return Promise.reject(new Error('The page shows a token before it is used.'));
  }

  async run(command: string): Promise<string> {
    if (command.startsWith('createdb ')) {
      this.#place = await makeTestDatabase();
      return '';
    }
    const [, variables] = /^export (.*)$/.exec(command) ?? [];
    if (variables !== undefined) return this.#export(variables);
    const [, piped, args = ''] = /^(?:echo '([^']*)' \| )?node dist\/core\/cli\/main\.js (.*)$/.exec(command) ?? [];
    const place = { root: projectRoot, env: this.#env, ...(piped !== undefined && { piped: `${piped}\n` }) };
    const { out, err } = await runCommand(place, ...args.split(' '));
    return out + err;
  }

  async clear(): Promise<void> {
    await this.#kernel?.stop();
    await this.#place?.clear();
  }

  /** The address of the database and the key are examples in the page. */
  #export(variables: string): string {
    for (const pair of variables.split(' ')) {
      const [name = '', value = ''] = pair.split('=', 2);
      this.#env[name] = value;
    }
    Object.assign(this.#env, this.#place?.env, 'JWT_SECRET' in this.#env && { JWT_SECRET: SECRET });
    return '';
  }
}

describe('The steps of docs/operations.md to the first administrator', () => {
  const desk = new OperatorDesk();
  let reader: DocumentReader;

  before(() => {
    reader = new DocumentReader(desk);
  });
  after(() => desk.clear());

  for (const step of stepsOf('docs/operations.md')) {
    if (step.kind !== 'session') continue;
    const { session } = step;
    it(`print the documented output: ${session.command}`, async () => {
      expect(await reader.type(session)).to.equal(session.printed);
    });
  }
});
