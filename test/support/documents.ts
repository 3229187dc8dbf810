import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Files } from './installation.ts';
import { projectRoot } from './platform.ts';

/** A command of a document and what it prints there. */
export interface Session {
  readonly command: string;
  /** As it stands in the document; "" when it prints nothing. */
  readonly printed: string;
}

/** What a reader does with one block of a document. */
export type Step =
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  | { readonly kind: 'session'; readonly session: Session };

/** A block of code. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** The path in backticks that stands on the line above, if any. */
  readonly path: string | undefined;
  /** Line of the document that the block begins in, for messages. */
  readonly line: number;
}

/** The blocks of code of a document, in their order. */
export function blocksOf(document: string): Block[] {
  const text = textOf(document);
  const blocks = text.matchAll(/(?:^`([^`\s]+)`\n\n)?^```(.*)\n([^]*?)^```$/gm);
  return [...blocks].map(({ 0: whole, 1: path, 2: language = '', 3: code = '', index }) => {
    const fence = index + whole.indexOf('```');
    return { language, text: code, path, line: text.slice(0, fence).split('\n').length };
  });
}

/** What a reader does who follows a document: write its files, type its commands. */
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

/** The commands that a reader of a document types. */
export function commandsOf(document: string): string[] {
  return stepsOf(document).flatMap((step) => (step.kind === 'session' ? step.session.command : []));
}

/** The files that a document shows. */
export function filesOf(document: string): Files {
  const files = stepsOf(document).filter((step) => step.kind === 'file');
  return Object.fromEntries(files.map(({ path, text }) => [path, text]));
}

/** What a document says to its reader in a comment, `<!-- name: value -->`; undefined when it does not. */
export function directive(document: string, name: string): string | undefined {
  return new RegExp(`^<!-- ${name}: (.*) -->$`, 'm').exec(textOf(document))?.[1];
}

/** The pages of a folder, by path below the project. */
export function pagesIn(folder: string): string[] {
  const names = readdirSync(join(projectRoot, folder)).filter((name) => name.endsWith('.md'));
  return names.sort().map((name) => `${folder}/${name}`);
}

/** Blocks of commands without their answers, of all documents for users. */
export function shellBlocks(): { document: string; line: number; text: string }[] {
  const docs = readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' });
  const pages = docs.filter((path) => path.endsWith('.md')).map((path) => `docs/${path.replaceAll('\\', '/')}`);
  return ['README.md', ...pages.sort()].flatMap((document) =>
    blocksOf(document)
      .filter(({ language }) => language === 'sh')
      .map(({ line, text }) => ({ document, line, text })),
  );
}

/** The table of a document below a heading: the cells of each row. */
export function rowsBelow(document: string, heading: string): string[][] {
  const [, below = ''] = textOf(document).split(`\n## ${heading}\n`);
  const [section = ''] = below.split('\n## ');
  const rows = [...section.matchAll(/^\| (.*) \|$/gm)].map(([, cells = '']) => cells.split('|'));
  return rows.slice(1).map((cells) => cells.map((cell) => cell.trim()));
}

export function textOf(document: string): string {
  return readFileSync(join(projectRoot, document), 'utf8');
}

/** A command may be continued behind a backslash. */
function sessionOf(text: string): Session {
  const [, command = '', printed = ''] = /^((?:.*\\\n)*.*)\n?([^]*)$/.exec(text) ?? [];
  const oneLine = command.replaceAll('\\\n', '\n').trim();
  return { command: oneLine.split(/\s*\n\s*/).join(' '), printed: printed.trim() };
}
