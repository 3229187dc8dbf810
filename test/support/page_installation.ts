import { readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Kernel } from 'lectern';
import { DevServer } from './dev_server.ts';
import { inShell, type Desk } from './document_reader.ts';
import { directive, type Step } from './documents.ts';
import { Installation } from './installation.ts';
import type { Place } from './place.ts';
import { projectRoot } from './platform.ts';
import { environment, shipped, usedPlace } from './shipped.ts';

/**
 * The installation of somebody who follows a page of the guide from its first line to its last. What a page may show:
 *
 * - It begins with the platform as shipped: core, the plugin vip, custom, config, the demo data, and nothing else.
 * - A path in backticks on a line of its own, an empty line, a block of code: that file is written. The same path
 *   further down replaces it.
 * - A block `console`: lines with `$ ` in front are typed, in the folder of the installation, and what stands below each
 *   is what it prints, errors included. `<name>` is a value that differs each time, `<time>` a time, `...` a part left
 *   out. Of a command's answer lines count and runs of blanks do not; JSON from curl may be broken into lines.
 *   The folder of the installation is printed as `/srv/lectern`.
 * - `$ curl ... http://127.0.0.1:3000/...` finds the server running; it starts, and starts anew after whatever changed a
 *   file. The page need not say so. `<token>` is a token of the demo user student; `-u` and `-i` work.
 * - `$ npx lectern ...` is the command from the sources, `$ npx <program>` one that the project has installed,
 *   `$ name=...` keeps what was last shown as `<name>` for `$name`; everything else is given to a shell.
 * - The page has a database of its own, which outlives its servers. The embedded one is for one process at a time, so the
 *   server of the page stops before a command runs.
 * - `<!-- env: NAME=value OTHER=value -->` on a line of its own sets environment variables for the whole page,
 *   `<!-- server: dev -->` makes the server `lectern dev`, in a process of its own, which is never started anew.
 * - Code that is no file and no command is marked as `text`; another language there fails the test, and so does
 *   TypeScript that the compiler refuses.
 */
export class PageInstallation implements Desk {
  readonly #installation: Installation;
  readonly #place: Place;
  readonly #env: Readonly<Record<string, string>>;
  readonly #isDev: boolean;
  #kernel: Kernel | undefined;
  #dev: DevServer | undefined;
  /** What the files were when the server started. */
  #served = '';
  #token: string | undefined;
  readonly #copies: Installation[] = [];

  private constructor(document: string, installation: Installation, place: Place) {
    this.#place = place;
    this.#installation = installation;
    this.#isDev = directive(document, 'server') === 'dev';
    this.#env = { ...environment, ...place.env, ...variables(directive(document, 'env') ?? '') };
  }

  static async make(document: string): Promise<PageInstallation> {
    const installation = shipped();
    return new PageInstallation(document, installation, await usedPlace(installation));
  }

  get root(): string {
    return this.#installation.root;
  }

  write({ path, text }: Step & { kind: 'file' }): void {
    this.#installation.write({ [path]: text });
  }

  async url(): Promise<string> {
    if (this.#isDev) return (this.#dev ??= await DevServer.start(this.root, this.#shellEnv())).url;
    const files = fingerprint(this.root);
    if (this.#kernel && files === this.#served) return this.#kernel.url;
    await this.#stop();
    this.#kernel = await this.#serve();
    this.#served = files;
    return this.#kernel.url;
  }

  async token(): Promise<string> {
    return (this.#token ??= await tokenFrom(await this.url()));
  }

  async run(command: string, variables: Readonly<Record<string, string>>): Promise<string> {
    if (!this.#env['DATABASE_URL'] && command.includes('lectern')) await this.#stop();
    const env = { ...this.#shellEnv(), ...variables };
    const printed = await inShell(command.replaceAll(/\bnpx /g, ''), { cwd: this.root, env });
    return printed.replaceAll(this.root, '/srv/lectern');
  }

  /** Why plugins did not start, for the message of a test that fails. */
  get setAside(): string[] {
    return this.#kernel?.setAside.map(({ reason }) => reason) ?? [];
  }

  async clear(): Promise<void> {
    await this.#stop();
    await this.#dev?.stop();
    for (const copy of this.#copies) await copy.clear();
    await this.#installation.clear();
    await this.#place.clear();
  }

  /** Node never reads a file twice, so every server gets the files in a folder that no other one has had. */
  async #serve(): Promise<Kernel> {
    const copy = new Installation();
    this.#copies.push(copy);
    for (const name of readdirSync(this.root)) {
      if (name === 'core') copy.link(join(projectRoot, 'core'), 'core');
      else if (!notServed.has(name)) copy.copy(join(this.root, name), name);
    }
    return this.#started(copy);
  }

  /** A machine that is busy with everything else may be too slow for the database's own check of itself. */
  async #started(copy: Installation, tries = 3): Promise<Kernel> {
    try {
      return (await copy.serve({ env: this.#env })).kernel;
    } catch (error) {
      if (tries === 1 || !String(error).includes('The database did not answer within')) throw error;
      return this.#started(copy, tries - 1);
    }
  }

  async #stop(): Promise<void> {
    await this.#kernel?.stop();
    this.#kernel = undefined;
  }

  #shellEnv(): NodeJS.ProcessEnv {
    const path = [join(this.root, '.bin'), join(projectRoot, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
    return { PATH: path, HOME: this.root, ...this.#env };
  }
}

const notServed = new Set(['.bin', '.data', 'node_modules']);

async function tokenFrom(url: string): Promise<string> {
  const login = Buffer.from('student:Lectern-2026').toString('base64');
  const answer = await fetch(`${url}/api/tokens`, { method: 'POST', headers: { Authorization: `Basic ${login}` } });
  return ((await answer.json()) as { token: string }).token;
}

/** Changes with whatever is changed in the files of an installation. */
function fingerprint(root: string): string {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  const served = paths.filter((path) => !notServed.has(path.slice(root.length + 1).split('/', 1)[0] ?? ''));
  return served
    .sort()
    .map((path) => `${path} ${statSync(path).mtimeMs}`)
    .join('\n');
}

function variables(text: string): Record<string, string> {
  return Object.fromEntries(text.split(' ').flatMap((pair) => (pair ? [pair.split('=', 2) as [string, string]] : [])));
}
