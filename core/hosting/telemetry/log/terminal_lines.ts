import { stripVTControlCharacters, styleText } from 'node:util';
import type { pino } from 'pino';

type Style = Parameters<typeof styleText>[0];

const levels: Readonly<Record<number, { readonly name: string; readonly style: Style }>> = {
  10: { name: 'trace', style: 'gray' },
  20: { name: 'debug', style: 'gray' },
  30: { name: 'info', style: 'green' },
  40: { name: 'warn', style: 'yellow' },
  50: { name: 'error', style: 'red' },
  60: { name: 'fatal', style: 'red' },
};

export interface LogSurroundings {
  readonly format: string;
  readonly isTerminal: boolean;
  readonly environment: string;
}

/** Whether log lines are formatted for a terminal. Production, other outputs and the format `json` get JSON. */
export function isForTerminal({ format, isTerminal, environment }: LogSurroundings): boolean {
  return isTerminal && format !== 'json' && environment !== 'production';
}

export type LineOutput = pino.DestinationStream & { end(): void };

/** Turns JSON log lines into lines for a terminal: time, level, module, message, further fields, stack of an error. */
export class TerminalLines implements LineOutput {
  readonly end = (): void => {
    this.output.end();
  };

  constructor(
    private readonly output: LineOutput,
    private readonly isColoured = !process.env['NO_COLOR'],
  ) {}

  /** @param text whole lines */
  write(text: string): void {
    const lines = text.split('\n').filter(Boolean);
    this.output.write(lines.map((line) => `${this.#lineOf(line)}\n`).join(''));
  }

  #lineOf(json: string): string {
    const { level, time, module, msg, err, ...rest } = JSON.parse(json) as Record<string, unknown>;
    const { name = String(level), style = 'reset' } = levels[Number(level)] ?? {};
    const clock = new Date(Number(time)).toTimeString().slice(0, 8);
    const head = [this.#styled('gray', clock), this.#styled(style, name.padEnd(5))];
    if (module !== undefined) head.push(this.#styled('cyan', `[${shown(module)}]`));
    const message = shown(msg ?? '');
    // Leaves out fields whose values the message contains.
    const fields = Object.entries(rest).filter(([, value]) => !wordsIn(message).includes(wordsIn(shown(value))));
    const words = fields.map(([field, value]) => `${field}=${shown(value)}`);
    const line = [...head, message, ...(words.length > 0 ? [this.#styled('gray', words.join(' '))] : [])].join(' ');
    return err === undefined ? line : `${line}\n${this.#styled('gray', stackOf(err))}`;
  }

  #styled(style: Style, text: string): string {
    return this.isColoured ? styleText(style, text) : text;
  }
}

/** The words of a text, separated by single spaces. */
function wordsIn(text: string): string {
  return ` ${text.replaceAll(/[\s,;:()'"]+/g, ' ').trim()} `;
}

/** A value on one line, without terminal control sequences. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return stripVTControlCharacters(text).replaceAll(/[\r\n]+/g, ' ');
}

function stackOf(err: unknown): string {
  const { stack, message } = (err ?? {}) as Record<string, unknown>;
  const [text = shown(err)] = [stack, message].filter((one) => typeof one === 'string');
  const lines = stripVTControlCharacters(text).split(/\r?\n/);
  return lines.map((line) => `    ${line}`).join('\n');
}
