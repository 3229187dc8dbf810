import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Files } from './installation.ts';
import { projectRoot } from './platform.ts';

/** A command of a document and what it prints there. */
export interface Session {
  readonly command: string;
  /** Without line ends; "" when it prints nothing. */
  readonly printed: string;
}

/** The files that a document shows: a block of code below a line with a path in backticks. */
export function filesOf(document: string): Files {
  const blocks = textOf(document).matchAll(/^`([\w./]+)`\n\n```\w+\n(.*?)^```$/gms);
  return Object.fromEntries([...blocks].map(([, path = '', text = '']) => [path, text]));
}

/** The commands that a document shows, with what is printed below them. */
export function sessionsOf(document: string): Session[] {
  const blocks = [...textOf(document).matchAll(/^```console\n(.*?)^```$/gms)].map(([, text = '']) => text);
  return blocks.flatMap((text) => text.split(/^\$ /m).slice(1)).map(sessionOf);
}

/** The table of a document below a heading: the cells of each row. */
export function rowsBelow(document: string, heading: string): string[][] {
  const [, below = ''] = textOf(document).split(`\n## ${heading}\n`);
  const [section = ''] = below.split('\n## ');
  const rows = [...section.matchAll(/^\| (.*) \|$/gm)].map(([, cells = '']) => cells.split('|'));
  return rows.slice(1).map((cells) => cells.map((cell) => cell.trim()));
}

/** A command may be continued behind a backslash; what it prints may be broken into lines, which are put together. */
function sessionOf(text: string): Session {
  const [, command = '', printed = ''] = /^((?:.*\\\n)*.*)\n?([^]*)$/.exec(text) ?? [];
  const join = (lines: string, by: string) =>
    lines
      .trim()
      .split(/\s*\n\s*/)
      .join(by);
  return { command: join(command.replaceAll('\\\n', '\n'), ' '), printed: join(printed, '') };
}

function textOf(document: string): string {
  return readFileSync(join(projectRoot, document), 'utf8');
}
