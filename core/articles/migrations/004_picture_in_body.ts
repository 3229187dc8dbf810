import type { Knex } from 'knex';

// Quoted attribute values are skipped as a whole, so that a `>` or `src=` within them does not count. The expression
// matches the shortest text, so that the lookahead has to find the end of an unquoted address.
const image = `(?i)<img\\y(?:[^>"'']|"[^"]*"|''[^'']*'')*?\\ssrc\\s*=\\s*`;
const start = '\\s*(?:https?:/)?/';
const source = `("${start}[^"]*"|''${start}[^'']*''|(?:https?:/)?/[^\\s"''>]*(?=[\\s>]))`;
const quoted = `substring(regexp_replace(body, '<!--.*?-->', '', 'g') from '${image}${source}')`;
const address = `replace(replace(btrim(${quoted}, E' \\t\\r\\n"'''), '&amp;', '&'), ' ', '%20')`;

/** Address of the first picture in the body. It is stored, so that lists do not read the body. */
export async function up(knex: Knex): Promise<void> {
  // knex reads an unescaped question mark as a placeholder.
  const sql = `alter table articles add column picture_in_body text not null
    generated always as (coalesce(regexp_replace(${address}, '^//', 'https://'), '')) stored`;
  await knex.raw(sql.replaceAll('?', '\\?'));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table articles drop column picture_in_body');
}
