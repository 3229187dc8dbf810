import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createTestKernel, type TestKernel } from 'lectern/testing';
import { inShell, type Desk } from '../../support/document_reader.ts';
import { runCommand } from '../../support/command.ts';
import { projectRoot } from '../../support/platform.ts';

const deadDelivery = `
  with event as (insert into events (name, payload) values ('order.paid', '{}') returning id)
  insert into event_deliveries (event_id, subscriber, state, attempts, last_error, ended_at)
  select id, 'courses.admit_to_course', 'dead', 10, 'The course is gone.', now() from event`;

/**
 * The machine of an operator on a bad day: a server on PostgreSQL with the demo data, its log in a file, a delivery that
 * was given up, a session that holds a transaction open, and a certificate.
 */
export class BadDay implements Desk {
  readonly #folder: string;
  readonly #server: TestKernel;
  readonly #idle: Client;

  private constructor(folder: string, server: TestKernel) {
    this.#folder = folder;
    this.#server = server;
    this.#idle = new Client({ connectionString: this.#url, application_name: 'report' });
    // A command of the page ends this session.
    this.#idle.on('error', () => undefined);
  }

  static async begin(): Promise<BadDay> {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-bad-day-'));
    const logTo = { write: (line: string) => appendFileSync(join(folder, 'lectern.log'), line) };
    const config = { modules: { events: { enabled: false }, jobs: { enabled: false } } };
    const day = new BadDay(folder, await createTestKernel({ root: projectRoot, config, logTo }));
    await day.#bring();
    return day;
  }

  url(): Promise<string> {
    return Promise.resolve(this.#server.url);
  }

  token(): Promise<string> {
    return Promise.reject(new Error('The page needs no token.'));
  }

  async run(command: string, variables: Readonly<Record<string, string>>): Promise<string> {
    const env = { NODE_ENV: 'test', DATABASE_URL: this.#url };
    const [, piped, args] = /^(?:echo '([^']*)' \| )?node dist\/core\/cli\/main\.js (.*)$/.exec(command) ?? [];
    if (args === undefined) {
      const { PATH } = process.env;
      return inShell(command, { cwd: this.#folder, env: { PATH, ...env, ...variables } });
    }
    const place = { root: projectRoot, env, ...(piped !== undefined && { piped: `${piped}\n` }) };
    const { out, err } = await runCommand(place, ...args.split(' '));
    return out + err;
  }

  async end(): Promise<void> {
    await this.#idle.end().catch(() => undefined);
    await this.#server.stop();
    rmSync(this.#folder, { recursive: true });
  }

  get #url(): string {
    const { url } = this.#server.kernel.services.databaseConfig;
    if (url !== undefined) return url;
    throw new Error('The page needs a server. Fix: set TEST_DATABASE_URL.');
  }

  async #bring(): Promise<void> {
    const { database } = this.#server.kernel.services;
    await database.raw(deadDelivery);
    await this.#idle.connect();
    await this.#idle.query('begin');
    await this.#idle.query('select nickname from users limit 1');
    const certificate = [
      '-keyout',
      'key.pem',
      '-out',
      'certificate.pem',
      '-days',
      '90',
      '-subj',
      '/CN=school.example.com',
    ];
    const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...certificate];
    execFileSync('openssl', args, { cwd: this.#folder, stdio: 'ignore' });
    this.#server.kernel.services.logger.error({ module: 'orders' }, 'an example of an error');
  }
}
