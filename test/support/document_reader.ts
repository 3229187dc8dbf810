import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Session } from './documents.ts';

const PRINTED_URL = 'http://127.0.0.1:3000';
const PATIENCE_MS = 5_000;
const PAUSE_MS = 20;
const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00`;
/** What stands between the quotes of a text in JSON, or for a number. */
const value = String.raw`(?:[^"\\]|\\.)+?`;

/**
 * Somebody who types the commands of a document, one after the other, and looks whether the answers are those that are
 * printed. In what is printed, `<name>` stands for a value that differs each time and `...` for a part that is left out.
 * `$ name=...` takes the value that was last shown as `<name>`, for `$name` in what follows.
 */
export class DocumentReader {
  readonly #url: string;
  readonly #shown = new Map<string, string>();
  readonly #variables: Map<string, string>;

  /** @param variables what is known before the first command */
  constructor(url: string, variables: Readonly<Record<string, string>> = {}) {
    this.#url = url;
    this.#variables = new Map(Object.entries(variables));
  }

  /** Types a command. @returns what is printed, or what came instead */
  async type({ command, printed }: Session): Promise<string> {
    const [, name, text = ''] = /^(\w+)=(.*)$/.exec(command) ?? [];
    if (name !== undefined) return this.#assign(name, text.replaceAll(/["']/g, ''));
    const [program, ...words] = wordsOf(command).map((word) => this.#filled(word));
    if (program !== 'curl') return this.#compared(await this.#run(command), printed);
    const request = requestOf(words);
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const answer = this.#compared(await this.#send(request), printed);
      // What a read shows may still be on its way: subscribers do their work after the payment.
      if (answer === printed || request.method !== 'GET' || Date.now() > until) return answer;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  #assign(name: string, text: string): string {
    const known = text === '...' ? this.#shown.get(name) : this.#filled({ text, quote: '"' });
    if (known === undefined) throw new Error(`No answer has shown a <${name}> yet.`);
    this.#variables.set(name, known);
    return '';
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

  async #send({ url, method, headers, body, redirect }: Request): Promise<string> {
    const address = url.replace(PRINTED_URL, this.#url);
    const answer = await fetch(address, { method, headers, body: body ?? null, redirect });
    return (await answer.text()).replaceAll(this.#url, PRINTED_URL);
  }

  async #run(command: string): Promise<string> {
    const env = { ...process.env, ...Object.fromEntries(this.#variables) };
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { env });
    return stdout.trim();
  }

  /** @returns what is printed where the answer fits to it; the answer itself otherwise */
  #compared(answer: string, printed: string): string {
    const found = this.#patternOf(printed).exec(answer);
    if (!found) return answer;
    for (const [name, shown] of Object.entries(found.groups ?? {})) this.#shown.set(name, shown);
    return printed;
  }

  /** One name is one value within an answer, but for times. */
  #patternOf(printed: string): RegExp {
    const names = new Set<string>();
    const parts = printed.split(/(<\w+>|\$\w+|\.\.\.)/).map((part) => {
      if (part === '...') return '.*?';
      if (part.startsWith('$')) return this.#known(part.slice(1));
      const [, name] = /^<(\w+)>$/.exec(part) ?? [];
      if (name === undefined) return part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
      if (name === 'time') return time;
      if (names.has(name)) return `\\k<${name}>`;
      names.add(name);
      return `(?<${name}>${value})`;
    });
    return new RegExp(`^${parts.join('')}$`, 's');
  }
}

interface Word {
  readonly text: string;
  readonly quote: string;
}

interface Request {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly redirect: 'follow' | 'manual';
}

function wordsOf(command: string): Word[] {
  const found = command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g);
  return [...found].map(([whole, single, double, plain]) => ({
    text: single ?? double ?? plain ?? '',
    quote: plain === undefined ? whole.charAt(0) : '',
  }));
}

/** What curl asks for. */
function requestOf(words: readonly string[]): Request {
  const all = (flag: string) => words.filter((_, index) => words[index - 1] === flag);
  const headers = Object.fromEntries(all('-H').map((line) => line.split(': ', 2) as [string, string]));
  const [login] = all('-u');
  if (login !== undefined) headers['Authorization'] = `Basic ${Buffer.from(login).toString('base64')}`;
  const data = all('-d');
  if (data.length > 0) headers['Content-Type'] ??= 'application/x-www-form-urlencoded';
  return {
    url: words.at(-1) ?? '',
    method: all('-X')[0] ?? (data.length > 0 ? 'POST' : 'GET'),
    headers,
    body: data.length > 0 ? data.join('&') : undefined,
    redirect: words.includes('-L') ? 'follow' : 'manual',
  };
}
