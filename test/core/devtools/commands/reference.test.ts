import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Reference } from '../../../../core/devtools/reference/reference.ts';
import { runCommand } from '../../../support/command.ts';
import { Installation, manifest, offering } from '../../../support/installation.ts';

const files = {
  'core/shelf/module.json': manifest('shelf', {
    roles: { ROLE_ADMIN: ['shelf_manage'], ROLE_ALL: ['*'] },
    ...offering('shelf', 'shelfCounter'),
  }),
  'core/shelf/services.ts': `import { asValue, extensionPoint } from 'lectern';
import { Shelf, type Reader } from './services/shelf.ts';

declare module 'lectern' {
  interface Services {
    shelf: Shelf<'books'>;
    shelfConfig: { longest: number };
    /** Counts the books. */
    shelfCounter: () => number;
    /** Not offered. */
    shelfRecords: object;
  }
  interface ExtensionPoints { shelfReaders: Reader }
  interface Events {
    /** A book was added. */
    'book.added': { readonly title: string };
  }
}

export default { shelf: Shelf, shelfCounter: asValue(() => 1), shelfRecords: asValue({}), shelfReadersPoint: extensionPoint('shelfReaders', { read: 'function' }) };
`,
  'core/shelf/services/shelf.ts': `/** Reads the books of a shelf. */
export interface Reader {
  /** Reads a book. */
  read(title: string): Promise<void>;
}

/**
 * Books on a shelf.
 *
 * Sorted by title.
 *
 * @example
 * const place = await shelf.add('Emma');
 * await shelf.add('Persuasion', { place });
 */
export class Shelf<T> {
  /** Largest number of books. */
  readonly most: number = 10;
  readonly #books: T[] = [];

  constructor() {}

  static of() {}

  /** Adds a book. @throws failures.full */
  async add(title: string, { place = 'front' }: { place?: string } = {}): Promise<string> {
    return title + place + this.#find();
  }

  start(): void {}

  protected inner(): void {}

  #find() { return this.#books.length; }
}
`,
  'core/shelf/resources/shelf.ts': `import { defineFailures, defineResource, field, shape } from 'lectern';
/** Not the service. */
export class Shelf {}
const failures = defineFailures({ full: [40901, 409, 'The shelf is full.'] });
const book = shape('Book').mode('public', { title: field.text('Title of the book.') });
export default defineResource('/books', {
  add: { open: true, fails: [failures.full], returns: [book, 'public'], run: () => ({ title: 'a' }) },
});
`,
  'plugins/lamp/module.json': manifest('lamp', offering('lamp')),
  'plugins/lamp/services.js': `/** A lamp. */
class Lamp { lit() { return true; } }
export default { lamp: Lamp, wire: class { long() {} } };`,
};

describe('lectern reference', () => {
  let installation: Installation;
  let reference: Reference;

  before(async () => {
    installation = new Installation(files);
    reference = JSON.parse((await run('--json')).out) as Reference;
  });
  after(() => installation.clear());

  const run = (...args: string[]) => runCommand(installation.root, 'reference', ...args);

  it('lists offered services with public members and an example, without configuration and life cycle', () => {
    expect(reference.services).to.deep.equal([
      {
        name: 'lamp',
        module: 'lamp',
        type: 'Lamp',
        file: 'plugins/lamp/services.js',
        description: 'Service of a test. A lamp.',
        example: '',
        members: [{ signature: 'lit()', description: '' }],
      },
      {
        name: 'shelf',
        module: 'shelf',
        type: "Shelf<'books'>",
        file: 'core/shelf/services/shelf.ts',
        description: 'Service of a test. Books on a shelf. Sorted by title.',
        example: "const place = await shelf.add('Emma');\nawait shelf.add('Persuasion', { place });",
        members: [
          { signature: 'most: number', description: 'Largest number of books.' },
          {
            signature: "add(title: string, { place = 'front' }: { place?: string } = {}): Promise<string>",
            description: 'Adds a book. Throws full.',
          },
        ],
      },
      {
        name: 'shelfCounter',
        module: 'shelf',
        type: '() => number',
        file: '',
        description: 'Service of a test. Counts the books.',
        example: '',
        members: [],
      },
    ]);
  });

  it('lists extension points, events, shapes, failures and permissions', () => {
    const { points, events, shapes, failures, permissions } = reference;
    expect(points.map(({ name, description, members }) => ({ name, description, members }))).to.deep.equal([
      {
        name: 'shelfReaders',
        description: 'Reads the books of a shelf.',
        members: [{ signature: 'read(title: string): Promise<void>', description: 'Reads a book.' }],
      },
    ]);
    expect(events.map(({ event, declared }) => [event, declared[0]?.payload])).to.deep.equal([
      ['book.added', '{ readonly title: string }'],
    ]);
    expect(shapes).to.deep.equal([
      {
        name: 'Book',
        mode: 'public',
        fields: [{ name: 'title', type: 'string', optional: false, description: 'Title of the book.' }],
      },
    ]);
    expect(failures).to.deep.equal([
      { name: 'full', code: 40901, status: 409, message: 'The shelf is full.', modules: ['shelf'] },
    ]);
    expect(permissions).to.deep.equal([{ permission: 'shelf_manage', roles: ['ROLE_ADMIN'], modules: ['shelf'] }]);
  });

  it('writes an HTML page, in which text of sources is no markup', async () => {
    const file = join(installation.root, 'pages/reference.html');
    expect((await run('--page', file)).code).to.equal(0);
    const page = readFileSync(file, 'utf8');
    expect(page).to.contain('<h2 id="extension-points">Extension points</h2>\n<pre>shelfReaders: Reader  (shelf)');
    expect(page).to.contain("<pre>shelf: Shelf&lt;'books'>");
    expect(page).to.not.contain('Promise<string>');
  });

  it('prints the example of a service', async () => {
    const lines = "const place = await shelf.add('Emma');\n    await shelf.add('Persuasion', { place });";
    expect((await run('shelf')).out).to.include(`    ${lines}\n`);
  });

  it('prints only entries whose names contain a word', async () => {
    const { out, code } = await run('SHELFREAD');
    expect(code).to.equal(0);
    expect(out).to.equal(
      'Extension points\n\nshelfReaders: Reader  (shelf)\n    Reads the books of a shelf.\n' +
        '    read(title: string): Promise<void>\n        Reads a book.\n',
    );
    expect((await run('nothing')).out).to.equal(
      'No module offers anything named "nothing". List everything with: lectern reference\n',
    );
  });
});
