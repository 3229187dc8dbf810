import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { BuiltServer } from '../../support/built_server.ts';
import { inShell, type Desk } from '../../support/document_reader.ts';
import { freePort } from '../../support/free_port.mjs';
import type { Installation } from '../../support/installation.ts';
import { createDatabase, dropDatabase } from '../../support/test_database.ts';
import { reachServers } from '../../support/servers.mjs';
import { shipped } from '../../support/shipped.ts';
import { OutsideServices } from './outside_services.ts';

/** Level of errors in the log. */
const ERROR = 50;

/**
 * Machine of an operator: an installation as shipped in production mode, an empty database on a server, and simulators of
 * the outside services. Values that a page exports as examples are replaced by the values of this machine.
 */
export class ProductionDesk implements Desk {
  readonly #installation: Installation;
  readonly #services: OutsideServices;
  readonly #port: number;
  /** Values of this machine; only an exported variable is set. */
  readonly #local: Record<string, string>;
  readonly #env: Record<string, string>;
  readonly #databaseServer: string;
  #server: BuiltServer | undefined;

  private constructor(parts: { installation: Installation; services: OutsideServices; port: number; server: string }) {
    const { installation, services, port, server } = parts;
    this.#installation = installation;
    this.#services = services;
    this.#port = port;
    this.#databaseServer = server;
    this.#local = {
      PUBLIC_URL: this.#publicUrl,
      JWT_SECRET: randomBytes(32).toString('hex'),
    };
    this.#env = {
      PORT: String(port),
      CONFIG_FILE: join(installation.root, 'addresses.json'),
      NODE_EXTRA_CA_CERTS: join(installation.root, 'certificate.pem'),
    };
  }

  static async make(): Promise<ProductionDesk> {
    const { TEST_DATABASE_URL: server } = await reachServers({});
    const services = new OutsideServices();
    const modules = await services.open();
    const installation = await shipped();
    const desk = new ProductionDesk({ installation, services, port: await freePort(), server });
    installation.write({ 'addresses.json': JSON.stringify({ modules }), 'certificate.pem': services.certificate });
    await desk.#useAccounts();
    return desk;
  }

  url(): Promise<string> {
    if (this.#server) return this.#server.url();
    throw new Error('The page starts the server before it sends a request.');
  }

  token(): Promise<string> {
    return Promise.reject(new Error('The page shows a token before it is used.'));
  }

  received(name: string): string | undefined {
    return name === 'code' ? this.#services.receiveCode() : undefined;
  }

  write(path: string, text: string): void {
    this.#installation.write({ [path]: text });
  }

  async run(command: string, variables: Readonly<Record<string, string>>): Promise<string> {
    if (command === 'createdb lectern') return this.#createDatabase();
    if (command === 'node dist/core/cli/main.js start') return this.#start();
    const [, exported] = /^export (.*)$/.exec(command) ?? [];
    if (exported !== undefined) return this.#export(exported);
    const [, page] = /^xdg-open "\$(\w+)"$/.exec(command) ?? [];
    if (page === undefined) return this.#inShell(command, variables);
    await this.#services.pay(variables[page] ?? '');
    return '';
  }

  /** Errors that the server has logged. */
  get errors(): string {
    const lines = this.#server?.lines.filter(({ level }) => level >= ERROR) ?? [];
    return [...lines.map((line) => JSON.stringify(line)), this.#server?.errors ?? ''].join('\n').trim();
  }

  /** Ends the server. @returns its exit code */
  async stop(): Promise<number | null | undefined> {
    const server = this.#server;
    this.#server = undefined;
    return server?.stop();
  }

  async clear(): Promise<void> {
    await this.stop();
    await this.#services.close();
    const { DATABASE_URL: url } = this.#local;
    if (url !== undefined) await dropDatabase(this.#databaseServer, url);
    await this.#installation.clear();
  }

  get #publicUrl(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async #createDatabase(): Promise<string> {
    this.#local['DATABASE_URL'] = await createDatabase(this.#databaseServer);
    return '';
  }

  async #start(): Promise<string> {
    const { root } = this.#installation;
    this.#server = new BuiltServer({ root, program: root, env: this.#env });
    await this.#server.url();
    return '';
  }

  /** Writes keys to files, because the page exports the paths of their files. */
  async #useAccounts(): Promise<void> {
    for (const [name, value] of Object.entries(await this.#services.accounts())) {
      this.#local[name] = value;
      this.#local[`${name}_FILE`] = join(this.#installation.root, `${name}.txt`);
      writeFileSync(join(this.#installation.root, `${name}.txt`), value, { mode: 0o400 });
    }
  }

  #export(exported: string): string {
    for (const pair of exported.split(' ')) {
      const [name = '', value = ''] = pair.split('=', 2);
      this.#env[name] = this.#local[name] ?? value;
    }
    return '';
  }

  #inShell(command: string, variables: Readonly<Record<string, string>>): Promise<string> {
    const { root } = this.#installation;
    const PATH = [join(root, '.bin'), process.env['PATH']].join(delimiter);
    return inShell(command.replaceAll(/\bnpx /g, ''), { cwd: root, env: { PATH, ...this.#env, ...variables } });
  }
}
