import { execFile } from 'node:child_process';
import { requestOf, send, wordsOf, type Request, type Word } from './curl.ts';
import type { Session } from './documents.ts';
import { Printed, withoutColumns, withoutLines } from './printed.ts';

const PRINTED_URL = 'http://127.0.0.1:3000';
const TIMEOUT_MS = 5_000;
const PAUSE_MS = 20;

/** Where the commands of a document are typed. */
export interface Desk {
  /** Address of the running server, which is started where it is not. */
  url(): Promise<string>;
  /** What `<token>` stands for: a token of the demo user student. */
  token(): Promise<string>;
  /** Runs a command in a shell. @returns what it prints */
  run(command: string, variables: Readonly<Record<string, string>>): Promise<string>;
}

/**
 * Somebody who types the commands of a document, one after the other, and looks whether the answers are those that are
 * printed. `PageInstallation`, the desk of somebody who follows a page, says what a page may show.
 */
export class DocumentReader {
  readonly #desk: Desk;
  readonly #printed = new Printed((name) => this.#known(name));
  readonly #variables = new Map<string, string>();

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Types a command. @returns what is printed, or what came instead */
  async type({ command, printed }: Session): Promise<string> {
    const [, name, text = ''] = /^(\w+)=('[^']*'|"[^"]*"|\S*)$/.exec(command) ?? [];
    if (name !== undefined) return this.#assign(name, text.replaceAll(/["']/g, ''));
    if (command.startsWith('curl ')) return this.#ask(command.slice('curl '.length), printed);
    const answer = withoutColumns(await this.#desk.run(command, Object.fromEntries(this.#variables)));
    return this.#printed.fits(answer, withoutColumns(printed)) ? printed : answer;
  }

  #assign(name: string, text: string): string {
    const known = text === '...' ? this.#printed.shown.get(name) : this.#filled({ text, quote: '"' });
    if (known === undefined) throw new Error(`No answer has shown a <${name}> yet.`);
    this.#variables.set(name, known);
    return '';
  }

  /** What a read shows may still be on its way: subscribers do their work after the payment. */
  async #ask(words: string, printed: string): Promise<string> {
    const url = await this.#desk.url();
    if (words.includes('<token>')) this.#variables.set('token', await this.#desk.token());
    const request = requestOf(wordsOf(words).map((word) => this.#filled(word)));
    const until = Date.now() + TIMEOUT_MS;
    for (;;) {
      const answer = await sent(request, url);
      if (this.#printed.fits(withoutLines(answer), withoutLines(printed))) return printed;
      if (request.method !== 'GET' || Date.now() > until) return answer;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  #filled({ text, quote }: Word): string {
    const filled = text.replaceAll(/<(\w+)>/g, (_, name: string) => this.#known(name));
    if (quote === "'") return filled;
    return filled.replaceAll(/\$(\w+)/g, (_, name: string) => this.#known(name));
  }

  #known(name: string): string {
    const known = this.#variables.get(name);
    if (known !== undefined) return known;
    throw new Error(`Nothing was put into $${name} before.`);
  }
}

async function sent(request: Request, url: string): Promise<string> {
  return (await send(request.url.replace(PRINTED_URL, url), request)).replaceAll(url, PRINTED_URL);
}

/** Runs a command as a shell does: what it prints and what it complains of, in one. */
export function inShell(command: string, { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv }): Promise<string> {
  return new Promise((resolve) => {
    execFile('sh', ['-c', `{ ${command}\n} 2>&1`], { cwd, env, maxBuffer: 10_000_000 }, (_error, stdout) => {
      resolve(stdout);
    });
  });
}
