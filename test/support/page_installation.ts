import { readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { BuiltServer } from './built_server.ts';
import { inShell, type Desk } from './document_reader.ts';
import { directive, type Step } from './documents.ts';
import type { Installation } from './installation.ts';
import { projectRoot } from './platform.ts';
import { environment, shipped } from './shipped.ts';

/**
 * The installation of somebody who follows a page of the guide from its first line to its last. What a page may show:
 *
 * - It begins with the platform as shipped and built: core, the plugin vip, custom, config, the demo data, and nothing else.
 * - A path in backticks on a line of its own, an empty line, a block of code: that file is written. The same path
 *   further down replaces it.
 * - A block `console`: lines with `$ ` in front are typed, in the folder of the installation, and what stands below each
 *   is what it prints, errors included. `<name>` is a value that differs each time, `<time>` a time, `...` a part left
 *   out. Of a command's answer lines count and runs of blanks do not; JSON from curl may be broken into lines.
 *   The folder of the installation is printed as `/srv/lectern`.
 * - `$ curl ... http://127.0.0.1:3000/...` finds the server running; it starts, and starts anew after whatever changed a
 *   file. The page need not say so. `<token>` is a token of the demo user student; `-u` and `-i` work.
 * - `$ npx lectern ...` is the command as built, `$ npx <program>` one that the project has installed,
 *   `$ name=...` keeps what was last shown as `<name>` for `$name`; everything else is given to a shell.
 * - The page has a database of its own, which outlives its servers. The embedded one is for one process at a time, so the
 *   server of the page stops before a command runs.
 * - `<!-- env: NAME=value OTHER=value -->` on a line of its own sets environment variables for the whole page.
 * - Code that is no file and no command is marked as `text`; another language there fails the test, and so does
 *   TypeScript that the compiler refuses.
 */
export class PageInstallation implements Desk {
  readonly #installation: Installation;
  readonly #env: Readonly<Record<string, string>>;
  #server: BuiltServer | undefined;
  /** What the files were when the server started. */
  #served = '';
  #token: string | undefined;

  private constructor(document: string, installation: Installation) {
    this.#installation = installation;
    this.#env = { ...environment, ...variables(directive(document, 'env') ?? '') };
  }

  static async make(document: string): Promise<PageInstallation> {
    return new PageInstallation(document, await shipped());
  }

  get root(): string {
    return this.#installation.root;
  }

  write({ path, text }: Step & { kind: 'file' }): void {
    this.#installation.write({ [path]: text });
  }

  async url(): Promise<string> {
    const files = fingerprint(this.root);
    if (this.#server && files === this.#served) return this.#server.url();
    await this.#stop();
    this.#served = files;
    this.#server = new BuiltServer({ root: this.root, program: this.root, env: this.#env });
    return this.#server.url();
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

  /** What the server says of itself, for the message of a test that fails. */
  get log(): string {
    return this.#server ? this.#server.output + this.#server.errors : '';
  }

  async clear(): Promise<void> {
    await this.#stop();
    await this.#installation.clear();
  }

  async #stop(): Promise<void> {
    await this.#server?.stop();
    this.#server = undefined;
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

/** Changes with whatever is changed in the files of an installation. */
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
