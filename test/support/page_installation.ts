import { readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { inShell, type Desk } from './document_reader.ts';
import { directive, type Step } from './documents.ts';
import { projectRoot } from './platform.ts';
import type { PageServer } from './page_server.ts';
import { environment } from './shipped.ts';

/**
 * Installation for the steps of a page of the guide. Rules for a page:
 *
 * - The installation begins as shipped and built: core, the plugins quiz and vip, custom, config and the demo data.
 * - A line with only a path in backticks, an empty line, and a block of code write a file. A later block with the
 *   same path replaces the file.
 * - In a block `console`, lines that start with `$ ` are commands, which run in the folder of the installation. The
 *   lines below a command are its output, including errors. `<name>` is a value that differs each time, `<time>` a
 *   time, `...` an omitted part. Line breaks count, runs of blanks do not; JSON from curl may have additional line
 *   breaks. The folder of the installation is printed as `/srv/lectern`.
 * - `$ curl ... http://127.0.0.1:3000/...` starts the server if necessary, also after a change of a file. `<token>` is
 *   an access token of the demo user student; `-u` and `-i` work.
 * - `$ npx lectern ...` runs the built command, `$ npx <program>` a program of an installed package. `$ name=...`
 *   assigns the last value of `<name>` to `$name`. A shell runs all other commands.
 * - The page has a separate database. An embedded database allows one process at a time, so the
 *   server stops before a command runs.
 * - A line `<!-- env: NAME=value OTHER=value -->` sets environment variables for the whole page.
 * - Code that is neither a file nor a command has the language `text`. Another language fails the test, and so does
 *   TypeScript with compiler errors.
 */
export class PageInstallation implements Desk {
  readonly #server: PageServer;
  readonly #env: Readonly<Record<string, string>>;
  #url: string | undefined;
  /** Fingerprint of the files when the server started. */
  #served = '';
  #token: string | undefined;

  /** @param server with an installation as shipped */
  constructor(document: string, server: PageServer) {
    this.#server = server;
    this.#env = { ...environment, ...variables(directive(document, 'env') ?? '') };
  }

  get root(): string {
    return this.#server.installation.root;
  }

  write({ path, text }: Step & { kind: 'file' }): void {
    this.#server.installation.write({ [path]: text });
  }

  async url(): Promise<string> {
    if (this.#url === undefined || fingerprint(this.root) !== this.#served) {
      this.#url = await this.#server.start(this.#env);
      // After the start, because a start records in plugins.json what plugins may use.
      this.#served = fingerprint(this.root);
    }
    return this.#url;
  }

  async token(): Promise<string> {
    return (this.#token ??= await tokenFrom(await this.url()));
  }

  async run(command: string, variables: Readonly<Record<string, string>>): Promise<string> {
    if (command.includes('lectern')) await this.#stop();
    const env = { ...this.#shellEnv(), ...variables };
    const printed = await inShell(command.replaceAll(/\bnpx /g, ''), { cwd: this.root, env });
    return printed.replaceAll(this.root, '/srv/lectern');
  }

  /** Log of the server, for the message of a failed test. */
  get log(): string {
    return this.#server.output;
  }

  async #stop(): Promise<void> {
    await this.#server.stop();
    this.#url = undefined;
  }

  #shellEnv(): NodeJS.ProcessEnv {
    const path = [join(this.root, '.bin'), join(projectRoot, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
    return { PATH: path, HOME: this.root, ...this.#env };
  }
}

const notServed = new Set(['.bin', '.data', '.cache', 'core', 'dist', 'node_modules']);

async function tokenFrom(url: string): Promise<string> {
  const login = Buffer.from('student:Lectern-2026').toString('base64');
  const answer = await fetch(`${url}/api/tokens`, { method: 'POST', headers: { Authorization: `Basic ${login}` } });
  return ((await answer.json()) as { token: string }).token;
}

/** Returns a digest of all files of an installation. */
function fingerprint(root: string): string {
  const served = readdirSync(root).filter((name) => !notServed.has(name));
  return served
    .flatMap((name) => filesBelow(join(root, name)))
    .sort()
    .map((path) => `${path} ${statSync(path).mtimeMs}`)
    .join('\n');
}

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

function variables(text: string): Record<string, string> {
  return Object.fromEntries(text.split(' ').flatMap((pair) => (pair ? [pair.split('=', 2) as [string, string]] : [])));
}
