import type { Knex } from 'knex';

/** Adds the one- and two-letter parts of tag names for searches, and an index of articles by tag. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table tags add column search_grams text[] not null default '{}'`);
  await knex.raw(`
    update tags set search_grams = array(
      select distinct substr(lower(name), place, size)
      from generate_series(1, length(name)) as place, generate_series(1, 2) as size
      where place + size <= length(name) + 1
    )`);
  await knex.raw('create index tags_search_grams on tags using gin (search_grams)');
  await knex.raw('create index articles_tag_ids on articles using gin (tag_ids)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index articles_tag_ids');
  await knex.raw('alter table tags drop column search_grams');
}
