import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Files } from './installation.ts';
import { projectRoot } from './platform.ts';

/** A command of a document with its printed output. */
export interface Session {
  readonly command: string;
  /** Output in the document; "" for a command without output. */
  readonly printed: string;
}

/** A step of a document: a file to write, or a command to run. */
export type Step =
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  | { readonly kind: 'session'; readonly session: Session };

/** A block of code. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** Path in backticks above the block, if present. */
  readonly path: string | undefined;
  /** First line of the block in the document, for messages. */
  readonly line: number;
}

/** Returns the blocks of code of a document, in order. */
export function blocksOf(document: string): Block[] {
  const text = textOf(document);
  const blocks = text.matchAll(/(?:^`([^`\s]+)`\n\n)?^```(.*)\n([^]*?)^```$/gm);
  return [...blocks].map(({ 0: whole, 1: path, 2: language = '', 3: code = '', index }) => {
    const fence = index + whole.indexOf('```');
    return { language, text: code, path, line: text.slice(0, fence).split('\n').length };
  });
}

/** Returns the steps of a document, in order: files to write, and commands to run. */
export function stepsOf(document: string): Step[] {
  return blocksOf(document).flatMap(({ language, path, text }): Step[] => {
    if (path !== undefined) return [{ kind: 'file', path, text }];
    if (language !== 'console') return [];
    return text
      .split(/^\$ /m)
      .slice(1)
      .map((lines) => ({ kind: 'session', session: sessionOf(lines) }));
  });
}

/** Returns the commands of a document. */
export function commandsOf(document: string): string[] {
  return stepsOf(document).flatMap((step) => (step.kind === 'session' ? step.session.command : []));
}

/** Returns the files in a document. */
export function filesOf(document: string): Files {
  const files = stepsOf(document).filter((step) => step.kind === 'file');
  return Object.fromEntries(files.map(({ path, text }) => [path, text]));
}

/** Returns the value of a comment `<!-- name: value -->` of a document, otherwise undefined. */
export function directive(document: string, name: string): string | undefined {
  return new RegExp(`^<!-- ${name}: (.*) -->$`, 'm').exec(textOf(document))?.[1];
}

/** Returns the paths of the pages in a folder, relative to the project. */
export function pagesIn(folder: string): string[] {
  const names = readdirSync(join(projectRoot, folder)).filter((name) => name.endsWith('.md'));
  return names.sort().map((name) => `${folder}/${name}`);
}

/** Returns the blocks `sh` of all documents for users: commands without output. */
export function shellBlocks(): { document: string; line: number; text: string }[] {
  const docs = readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' });
  const pages = docs.filter((path) => path.endsWith('.md')).map((path) => `docs/${path.replaceAll('\\', '/')}`);
  return ['README.md', ...pages.sort()].flatMap((document) =>
    blocksOf(document)
      .filter(({ language }) => language === 'sh')
      .map(({ line, text }) => ({ document, line, text })),
  );
}

/** Returns the table below a heading of a document: the cells of each row. */
export function rowsBelow(document: string, heading: string): string[][] {
  const [, below = ''] = textOf(document).split(`\n## ${heading}\n`);
  const [section = ''] = below.split('\n## ');
  const rows = [...section.matchAll(/^\| (.*) \|$/gm)].map(([, cells = '']) => cells.split('|'));
  return rows.slice(1).map((cells) => cells.map((cell) => cell.trim()));
}

/** Whether a link of a document leads to an existing file, and to a heading of it if it names one. */
export function leadsSomewhere(document: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? document : join(dirname(document), path);
  if (!existsSync(join(projectRoot, target))) return false;
  return heading === undefined || headingsOf(target).includes(heading);
}

/** As they are named in links. */
function headingsOf(document: string): string[] {
  return [...textOf(document).matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => headingLink(text));
}

/** Returns the name of a heading in links. */
export function headingLink(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}

export function textOf(document: string): string {
  return readFileSync(join(projectRoot, document), 'utf8');
}

/** Returns the first command of a block and its output. A backslash continues a command on the next line. */
function sessionOf(text: string): Session {
  const [, command = '', printed = ''] = /^((?:.*\\\n)*.*)\n?([^]*)$/.exec(text) ?? [];
  const oneLine = command.replaceAll('\\\n', '\n').trim();
  return { command: oneLine.split(/\s*\n\s*/).join(' '), printed: printed.trim() };
}
