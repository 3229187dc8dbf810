import type { Knex } from 'knex';

// Quoted values are passed over as a whole, so that no ">" or "src=" within them counts. The end of an unquoted address
// has to be looked for: this expression takes the shortest text that fits.
const image = `(?i)<img\\y(?:[^>"'']|"[^"]*"|''[^'']*'')*?\\ssrc\\s*=\\s*`;
const start = '\\s*(?:https?:/)?/';
const source = `("${start}[^"]*"|''${start}[^'']*''|(?:https?:/)?/[^\\s"''>]*(?=[\\s>]))`;
const quoted = `substring(regexp_replace(body, '<!--.*?-->', '', 'g') from '${image}${source}')`;
const address = `replace(replace(btrim(${quoted}, E' \\t\\r\\n"'''), '&amp;', '&'), ' ', '%20')`;

/** Derived when the article is written, so that lists read a short column and no body. */
export async function up(knex: Knex): Promise<void> {
  // knex takes question marks for places of values.
  const sql = `alter table articles add column picture_in_body text not null
    generated always as (coalesce(regexp_replace(${address}, '^//', 'https://'), '')) stored`;
  await knex.raw(sql.replaceAll('?', '\\?'));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table articles drop column picture_in_body');
}
