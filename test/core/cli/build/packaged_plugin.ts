import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilerOptions } from '../../../../core/devtools/new/files.ts';
import type { Files } from '../../../support/installation.ts';

/** A package on which the plugin depends. */
export const tinyWords: Files = {
  'package.json': JSON.stringify({
    name: 'tiny-words',
    version: '1.0.0',
    type: 'module',
    exports: { types: './index.d.ts', default: './index.js' },
  }),
  'index.js': 'export const shout = (text) => `${text}!`;\n',
  'index.d.ts': 'export declare const shout: (text: string) => string;\n',
};

/** Operations without a credential for the generated plugin `reading_list`: they use its dependency and its table. */
export const shouts: Files = {
  'resources/shouts.ts': `import { accepts, field, open, resource, returns, shape, use, type OpenCall } from 'lectern';
import { shout } from 'tiny-words';
import { Notes } from '../services/notes.ts';
import { Shouts } from '../services/shouts.ts';
import { newNote } from '../shapes/note.ts';

const shouted = shape('Shouted').mode('public', { text: field.text('Number of notes.') });

/** Notes of anyone. */
@resource('/plugins/reading_list/shouts')
export default class ShoutsResource {
  protected readonly notes = use(Notes).own;
  protected readonly shouts = use(Shouts);

  /** The number of notes. */
  @open
  @returns(shouted, 'public')
  async search() {
    return { text: shout(await this.shouts.count()) };
  }

  /** Adds a note. */
  @open
  @accepts(newNote)
  @returns(shouted, 'public')
  async add({ input }: OpenCall<object, typeof newNote>) {
    await this.notes.add({ ...input, userId: '7' });
    return this.search();
  }
}
`,
  'services/shouts.ts': serviceOf('count(*)'),
};

/** Changes of version 0.2.0: the operation reads a column of a second migration. */
export const loud: Files = {
  'migrations/002_loud.ts': `import type { Knex } from 'lectern/core';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table reading_list_notes add loudness int not null default 10');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table reading_list_notes drop loudness');
}
`,
  'services/shouts.ts': serviceOf('coalesce(sum(loudness), 0)'),
};

function serviceOf(sql: string): string {
  return `import { use } from 'lectern';

/** Number of notes. */
export class Shouts {
  readonly #database = use('database');
  readonly #count = this.#database.statement<{ count: string }>('select (${sql})::text as count from reading_list_notes');

  async count(): Promise<string> {
    return (await this.#count.first({}))?.count ?? '';
  }
}
`;
}

/** A file that takes each service that modules of infrastructure and platform offer, for the compiler. */
export function takenServices(core: string): Files {
  const folders = ['infrastructure', 'platform'].flatMap((group) =>
    readdirSync(join(core, group)).map((name) => join(core, group, name, 'module.json')),
  );
  const offered = folders.filter(existsSync).flatMap((file) => {
    const { offers = {} } = JSON.parse(readFileSync(file, 'utf8')) as { offers?: object };
    return Object.keys(offers);
  });
  const taken = offered.map((name) => `use('${name}')`).join(', ');
  return {
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['taken.ts'] }),
    'taken.ts': `import { use } from 'lectern';\nimport 'lectern/core';\nexport default [${taken}];\n`,
  };
}
