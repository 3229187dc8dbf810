import type { Knex } from 'knex';

// Quoted attribute values are skipped as a whole, so that a `>` or `src=` within them does not count. In PostgreSQL,
// the first quantifier (`*?`) makes the whole expression match the shortest text. The lookahead therefore makes an
// unquoted address match up to its end.
const image = `(?i)<img\\y(?:[^>"'']|"[^"]*"|''[^'']*'')*?\\ssrc\\s*=\\s*`;
const start = '\\s*(?:https?:/)?/';
const source = `("${start}[^"]*"|''${start}[^'']*''|(?:https?:/)?/[^\\s"''>]*(?=[\\s>]))`;
const quoted = `substring(regexp_replace(body, '<!--.*?-->', '', 'g') from '${image}${source}')`;
const address = `replace(replace(btrim(${quoted}, E' \\t\\r\\n"'''), '&amp;', '&'), ' ', '%20')`;

/** Adds a stored column with the address of the first picture in the body, so that reads do not search the body. */
export async function up(knex: Knex): Promise<void> {
  // knex reads an unescaped question mark as a placeholder.
  const sql = `alter table articles add column picture_in_body text not null
    generated always as (coalesce(regexp_replace(${address}, '^//', 'https://'), '')) stored`;
  await knex.raw(sql.replaceAll('?', '\\?'));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table articles drop column picture_in_body');
}
