import { expect } from 'chai';
import { checksumOf, hasSameCode } from '../../../../../core/infrastructure/database/migrate/migration_checksum.ts';

const source = (text: string, file = 'migrations/001.ts') => ({ file, text });
const isSame = (one: string, other: string, file?: string) => hasSameCode(source(one, file), source(other, file));

const migration = `import type { Knex } from 'knex';

/** Prices — in cents. */
export async function up(knex: Knex): Promise<void> {
  // One statement.
  await knex.raw(\`create table prices (note text default '/* none */', -- of \${'a' /* name */} row
    url text default 'http://')\`);
  return knex.raw("select 1", /\\/\\/ x/.test('// y') ? [1] : []);
}
`;

describe('Checksum of a migration', () => {
  it('leaves out comments', () => {
    const other = migration
      .replace('/** Prices — in cents. */', '/**\n * Prices of goods, it’s said.\n */')
      .replace('  // One statement.\n', '')
      .replace(' /* name */', '');
    expect(other).to.have.length.below(migration.length);
    expect(isSame(migration, `// New.\n${other}// End.`)).to.equal(true);
  });

  it('leaves out insignificant whitespace', () => {
    const other = migration.replace('raw("select 1", ', 'raw(\n    "select 1",\n    ').replace('\n\n', '\r\n\r\n\r\n');
    expect(isSame(migration, other)).to.equal(true);
    expect(isSame('if (a) {\n  b();\n}\n', 'if(a){ b(); }')).to.equal(true);
  });

  it('covers each part of the code', () => {
    const changes: [string, string][] = [
      ['prices (', 'price ('],
      ['/* none */', '/* some */'],
      ['-- of', '-- for'],
      ["url text default 'http://'", "url text default 'http:/'"],
      ['\n    url', ' url'],
      ['select 1', 'select  1'],
      ['/ x/', '/ z/'],
      ['// y', '// z'],
      ['await knex', 'knex'],
      ['[1]', '[2]'],
      ['return knex', 'return\n  knex'],
    ];
    const missed = changes.filter(([now, put]) => {
      expect(migration.split(now), now).to.have.length(2);
      return isSame(migration, migration.replace(now, put));
    });
    expect(missed).to.deep.equal([]);
  });

  it('distinguishes whitespace that changes the meaning', () => {
    const pairs: [string, string][] = [
      ['a++\nb', 'a\n++b'],
      ['a + +b', 'a++ + b'],
      ['a! = b', 'a != b'],
      ['return\n(1)', 'return (1)'],
      ["f('a', 'b')", "f('a' + 'b')"],
    ];
    const inFunction = (text: string) => `function f(){\n${text}\n}`;
    expect(pairs.filter(([one, other]) => isSame(inFunction(one), inFunction(other)))).to.deep.equal([]);
  });

  it('reads plain JavaScript and CommonJS', () => {
    const [one, other] = ['exports.up = (k) => k.raw("a"); // b', '/* c */ exports.up = (k) => k.raw("a");'];
    for (const file of ['001.js', '001.mjs', '001.cjs']) expect(isSame(one, other, file)).to.equal(true);
  });

  it('covers the whole text of a file that cannot be parsed', () => {
    expect(isSame('not code // a', 'not code // b')).to.equal(false);
  });

  it('is the same with every version of the parser', () => {
    expect(checksumOf(source(migration))).to.match(
      /^code:67f72aea5e2ad669dd0cf6463cb1535edb3eeed43fca7eea8ceba8dc4aa86c24 text:\w+$/,
    );
  });
});
