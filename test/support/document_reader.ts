import { execFile } from 'node:child_process';
import { requestOf, send, wordsOf, type Request, type Word } from './curl.ts';
import type { Session } from './documents.ts';
import { Printed, withoutColumns, withoutLines } from './printed.ts';

const PRINTED_URL = 'http://127.0.0.1:3000';
const TIMEOUT_MS = 5_000;
const PAUSE_MS = 20;

/** Environment for the commands of a document. */
export interface Desk {
  /** Returns the URL of the server, and starts a stopped server. */
  url(): Promise<string>;
  /** Returns the value of `<token>`: an access token of the demo user student. */
  token(): Promise<string>;
  /** Returns a value that reaches a person without the API, such as a code by SMS; undefined for other names. */
  received?(name: string): string | undefined;
  /** Runs a command in a shell. @returns the output */
  run(command: string, variables: Readonly<Record<string, string>>): Promise<string>;
}

/**
 * Runs the commands of a document, one after another, and compares the output with the document. `PageInstallation`
 * describes the permitted content of a page.
 */
export class DocumentReader {
  readonly #desk: Desk;
  readonly #printed = new Printed((name) => this.#known(name));
  readonly #variables = new Map<string, string>();

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Runs a command. @returns the printed text of the document if it matches, otherwise the actual output */
  async type({ command, printed }: Session): Promise<string> {
    const [, name, text = ''] = /^(\w+)=('[^']*'|"[^"]*"|\S*)$/.exec(command) ?? [];
    if (name !== undefined) return this.#assign(name, text.replaceAll(/["']/g, ''));
    if (command.startsWith('curl ')) return this.#ask(command.slice('curl '.length), printed);
    const answer = withoutColumns(await this.#desk.run(command, Object.fromEntries(this.#variables)));
    return this.#printed.fits(answer, withoutColumns(printed)) ? printed : answer;
  }

  #assign(name: string, text: string): string {
    const shown = () => this.#desk.received?.(name) ?? this.#printed.shown.get(name);
    const known = text === '...' ? shown() : this.#filled({ text, quote: '"' });
    if (known === undefined)
      throw new Error(
        `No earlier answer contains the placeholder <${name}>; show the answer before its value is used.`,
      );
    this.#variables.set(name, known);
    return '';
  }

  /** Sends a request. Repeats a read, because subscribers may change the data some time after a payment. */
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
    throw new Error(`The variable $${name} has no value; assign a value to the variable first.`);
  }
}

async function sent(request: Request, url: string): Promise<string> {
  return (await send(request.url.replace(PRINTED_URL, url), request)).replaceAll(url, PRINTED_URL);
}

/** Runs a command in a shell. @returns output and error output */
export function inShell(command: string, { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv }): Promise<string> {
  return new Promise((resolve) => {
    execFile('sh', ['-c', `{ ${command}\n} 2>&1`], { cwd, env, maxBuffer: 10_000_000 }, (_error, stdout) => {
      resolve(stdout);
    });
  });
}
