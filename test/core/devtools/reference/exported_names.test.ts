import { expect } from 'chai';
import { exportedNames } from '../../../../core/devtools/reference/exported_names.ts';
import { Installation } from '../../../support/installation.ts';
import { projectRoot } from '../../../support/platform.ts';

const files = {
  'core/kernel/index.ts': `export { asValue } from 'awilix';
export { open, read as readBook, type Reader } from './words.ts';
export * from './library.ts';
export type { Fields } from './passed_on.ts';
`,
  'core/kernel/words.ts': `/**
 * Opens a book.
 * @example open('Emma');
 * open('Persuasion', 2);
 */
export function open(title: string): void;
export function open(title: string, page: number): void;
export function open(title: string, page = 1): void { console.log(title + page); }
/** Reads a book. */
export const read = async (title: string): Promise<string> => title;
/** Reads. */
export interface Reader { read(): void }
export const hidden = 1;
`,
  'core/kernel/library.ts': `/** A library. */
export abstract class Library extends Set<string> {
  /** Number of books. */
  readonly most = 3;
  #own = 1;
  /** Lends a book. @throws failures.lent */
  lend(title: string): string { return title + this.#own; }
}
/** Kinds of books. */
export const kinds = {
  /** A novel. */
  novel: (pages: number) => ({ pages }),
  atlas() { return {}; },
};
/** Failures. */
export const failures = Object.freeze({ lent: [1, 409, 'Lent.'] });
/** Most books. */
export const most: number = 3;
`,
  'core/kernel/passed_on.ts': `import type { Fields } from './fields.ts';
export type { Fields };
`,
  'core/kernel/fields.ts': `/** Fields. */
// A remark.
export type Fields = Record<string, unknown>;
`,
};

describe('exportedNames', () => {
  it('lists declarations, examples and members of exports, also through other files', async () => {
    const installation = new Installation(files);
    const found = exportedNames(installation.root);
    await installation.clear();
    expect(Object.fromEntries(found.map(({ name, door, ...entry }) => [name, entry]))).to.deep.equal({
      Fields: entry('fields', 'type Fields = Record<string, unknown>', 'Fields.'),
      Library: {
        ...entry('library', 'abstract class Library extends Set<string>', 'A library.'),
        members: [
          { signature: 'most', description: 'Number of books.' },
          { signature: 'lend(title: string): string', description: 'Lends a book. Throws lent.' },
        ],
      },
      Reader: entry('words', 'interface Reader { read(): void }', 'Reads.'),
      asValue: {
        ...entry('', 'asValue', 'Registers a service that exists already (package awilix).'),
        file: '',
      },
      failures: {
        ...entry('library', 'const failures', 'Failures.'),
        members: [{ signature: 'lent', description: '' }],
      },
      kinds: {
        ...entry('library', 'const kinds', 'Kinds of books.'),
        members: [
          { signature: 'novel: (pages: number)', description: 'A novel.' },
          { signature: 'atlas()', description: '' },
        ],
      },
      most: entry('library', 'const most: number', 'Most books.'),
      open: {
        ...entry(
          'words',
          'function open(title: string): void\nfunction open(title: string, page: number): void',
          'Opens a book.',
        ),
        example: "open('Emma');\nopen('Persuasion', 2);",
      },
      readBook: entry('words', 'const read = async (title: string): Promise<string>', 'Reads a book.'),
    });
  });

  it('finds a doc comment for each export of lectern, lectern/core and lectern/host', () => {
    const names = exportedNames(projectRoot);
    expect(names.map(({ door }) => door)).to.include.members(['lectern', 'lectern/core', 'lectern/host']);
    expect(names.filter(({ description }) => description === '').map(({ name }) => name)).to.deep.equal([]);
  });
});

function entry(file: string, declaration: string, description: string): object {
  return { file: `core/kernel/${file}.ts`, declaration, description, example: '', members: [] };
}
