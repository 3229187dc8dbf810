import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { rowsBelow, textOf } from './support/documents.ts';
import { projectRoot } from './support/platform.ts';

const page = 'docs/architecture.md';
const isThere = (path: string) => existsSync(join(projectRoot, path));
const groups = ['core/infrastructure', 'core/platform', 'plugins'];
const modules = groups.flatMap((group) => foldersOf(group).map((name) => `${group}/${name}`));

describe('docs/architecture.md', () => {
  it('names only paths that exist', () => {
    const paths = pathsIn(textOf(page));
    expect(paths).to.have.length.above(60);
    expect(paths.filter((path) => !isThere(path) && !isThere(`core/${path}`))).to.deep.equal([]);
  });

  it('names every folder of the kernel, of hosting and of the database', () => {
    for (const folder of ['core/kernel', 'core/hosting', 'core/infrastructure/database'])
      expect(firstCells(`Folders of ${folder}`).filter(isFolder), folder).to.have.members(
        foldersOf(folder).map((name) => `${name}/`),
      );
  });

  it('names only parts that a module has', () => {
    const lost = firstCells('Anatomy of a module').filter(
      (part) => ![...modules, 'custom'].some((module) => isThere(`${module}/${part}`)),
    );
    expect(lost).to.deep.equal([]);
  });

  it('names only functions that their file contains', () => {
    const named = [...textOf(page).matchAll(/`(#?\w+)`(?: and `(#?\w+)`)? in `([^`]+\/[^`]+\.ts)`/g)];
    expect(named).to.have.length.above(5);
    const isIn = (name: string, file: string) => new RegExp(`(?<!\\w)${name}\\b`).test(textOf(file));
    const lost = named.flatMap(([, one = '', other = one, file = '']) =>
      [one, other].filter((name) => !isIn(name, file)).map((name) => `${file}: ${name}`),
    );
    expect(lost).to.deep.equal([]);
  });

  it('explains each word of the glossary once, including those of the reading order', () => {
    const [, glossary = ''] = textOf(page).split('\n## Glossary\n');
    const words = rowWords(glossary);
    expect(words).to.have.length.above(40);
    expect(words).to.deep.equal([...new Set(words)]);
    const [, order = ''] = textOf(page).split('\n## Reading order\n');
    expect(words).to.include.members(boldIn(order.split('\n## ')[0] ?? '').map((word) => word.replace(/s$/, '')));
  });
});

/** Paths in the prose and the diagrams, but for links, patterns, entry points and the parts of a module. */
function pathsIn(text: string): string[] {
  const words = text.replaceAll(/\]\([^)]*\)/g, '').match(/[\w.<>/-]+/g) ?? [];
  const isPath = (word: string) => /^[\w.-]+\/[\w./-]*[\w/]$/.test(word) && !/^lectern\/|^[\w-]+\/$/.test(word);
  return [...new Set(words.filter(isPath))];
}

/** Texts in backticks in the first column of a table. */
function firstCells(heading: string): string[] {
  return rowsBelow(page, heading).flatMap(([cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
}

function isFolder(name: string): boolean {
  return name.endsWith('/');
}

function foldersOf(folder: string): string[] {
  const entries = readdirSync(join(projectRoot, folder), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

function boldIn(text: string): string[] {
  return [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, word = '']) => word);
}

/** Bold words in the first column of tables. */
function rowWords(text: string): string[] {
  return [...text.matchAll(/^\| (\*\*.*?) \|/gm)].flatMap(([, cell = '']) => boldIn(cell));
}
