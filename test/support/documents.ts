import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Files } from './installation.ts';
import { projectRoot } from './platform.ts';

/** A command line of a document and what it prints there. */
export interface Session {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Body of a POST, where there is one. */
  readonly body: string | undefined;
  readonly printed: string;
}

/** The files that a document shows: a block of code below a line with a path in backticks. */
export function filesOf(document: string): Files {
  const blocks = read(document).matchAll(/^`([\w./]+)`\n\n```\w+\n(.*?)^```$/gms);
  return Object.fromEntries([...blocks].map(([, path = '', text = '']) => [path, text]));
}

/** The curl lines that a document shows, with the answers printed below them. */
export function sessionsOf(document: string): Session[] {
  const blocks = [...read(document).matchAll(/^```console\n(.*?)^```$/gms)].map(([, text = '']) => text);
  return blocks.flatMap((text) => text.trim().split(/\n\n/)).map(sessionOf);
}

function sessionOf(text: string): Session {
  const [line = '', printed = ''] = text.split('\n');
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const after = (flag: string) => (words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined);
  const [name, value] = (after('-H') ?? '').split(': ', 2);
  const login = after('-u');
  const headers = {
    ...(name && value && { [name]: value }),
    ...(login !== undefined && { Authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
  };
  return { url: words.at(-1) ?? '', headers, body: after('-d'), printed };
}

function read(document: string): string {
  return readFileSync(join(projectRoot, document), 'utf8');
}
