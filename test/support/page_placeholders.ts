import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free_port.mjs';
import { ask, dropDatabase } from './test_database.ts';
import { projectRoot } from './platform.ts';
import { reachServers } from './servers.mjs';

/** A block of commands, adapted to this machine. */
export interface LocalBlock {
  readonly text: string;
  readonly env: Readonly<Record<string, string>>;
}

const named = /postgres:\/\/lectern@db\.example\.com\/\w+/;
const tracing = `import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';\nnew NodeTracerProvider().register();\n`;

/** Replaces folders, databases and secrets that the pages name by those of this machine. */
export class PagePlaceholders {
  readonly #folders: string[] = [];
  readonly #databases: string[] = [];
  #server: Promise<string> | undefined;

  /** @param document page of the block */
  async localBlock(document: string, text: string): Promise<LocalBlock> {
    const folder = this.#folder();
    if (text.includes('tracing.mjs')) writeTracing(join(folder, 'opt/lectern-tracing'));
    const port = await freePort();
    const local = (await this.#withDatabase(text))
      .replaceAll(/(?<=[\s=])\/(?=(?:backups|etc|opt)\/)/g, `${folder}/`)
      .replaceAll(/https?:\/\/(?:127\.0\.0\.1:3000|10\.0\.0\.5:3000|school\.example\.com)/g, `http://127.0.0.1:${port}`)
      .replaceAll('manager:...', 'manager:Lectern-2026')
      .replaceAll('JWT_SECRET=...', `JWT_SECRET=${randomBytes(32).toString('hex')}`)
      .replaceAll(/^npm test$/gm, 'npm test -- test/bench')
      .replaceAll(/^(?=npm run lectern outbox -- --(?:retry|forget) )/gm, 'refused ');
    // Several processes need a database server, and so does a backup that is restored to a server.
    const isMoved = text.includes(' backup ') && named.test(text) && !text.includes('createdb');
    const database = isMoved || document === 'docs/replicas.md' ? { DATABASE_URL: await this.#database() } : {};
    const first = isMoved ? 'node dist/core/cli/main.js migrate up\n' : '';
    return { text: first + local, env: { PORT: String(port), ...database } };
  }

  async clear(): Promise<void> {
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
    const server = await this.#server;
    for (const url of server === undefined ? [] : this.#databases) await dropDatabase(server ?? '', url);
  }

  #folder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-page-'));
    this.#folders.push(folder);
    for (const path of ['backups', 'etc/lectern', 'opt']) mkdirSync(join(folder, path), { recursive: true });
    return folder;
  }

  /** Creates the database that a block restores or serves, unless a command of the block creates it. */
  async #withDatabase(text: string): Promise<string> {
    if (!named.test(text)) return text;
    const isMade = text.includes('createdb lectern');
    const url = await this.#database({ isMade });
    const create = `createdb --maintenance-db=${(await this.#server) ?? ''} ${new URL(url).pathname.slice(1)}`;
    return text.replaceAll(new RegExp(named, 'g'), url).replace('createdb lectern', create);
  }

  async #database({ isMade = false } = {}): Promise<string> {
    const server = await (this.#server ??= reachServers({}).then(({ TEST_DATABASE_URL }) => TEST_DATABASE_URL));
    const name = `lectern_test_${randomBytes(6).toString('hex')}`;
    const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
    if (!isMade) await ask(server, `create database ${name}`);
    this.#databases.push(url);
    return url;
  }
}

/** Writes a replacement for the tracing file of the page, whose exporter is no package of this project. */
function writeTracing(folder: string): void {
  mkdirSync(folder);
  writeFileSync(join(folder, 'tracing.mjs'), tracing);
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'), 'junction');
}
