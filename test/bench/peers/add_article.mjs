// The insert of the compared servers: one statement, which also writes the entry of the audit trail.
import sanitizeHtml from 'sanitize-html';
import { rowsOf, statements } from './serve.mjs';

const MAX_TEXT = 500;
const texts = ['title', 'source', 'source_url', 'body', 'thumb', 'original_thumb', 'picture', 'status'];
const columns = [...texts, 'featured', 'promoted', 'sticky', 'published_at', 'created_at', 'updated_at', 'user_id'];
const types = { featured: 'smallint', promoted: 'smallint', sticky: 'smallint', user_id: 'bigint' };
const values = columns.map((name, index) => {
  return `$${index + 1}::${types[name] ?? (name.endsWith('_at') ? 'timestamptz' : 'text')}`;
});
const [nickname, fields, body, category, names] = ['text', 'text[]', 'text', 'bigint', 'text[]'].map(
  (type, index) => `$${columns.length + 1 + index}::${type}`,
);
const [now, user] = [values[columns.indexOf('created_at')], values[columns.indexOf('user_id')]];
const answer = `${statements.article.split(' from "articles" where ')[0]} from made as articles`;
const recorded = `answer as (${answer}),
  logged as (insert into admin_logs (created_at, user_id, nickname, action, resource, path, fields, after)
    select ${now}, ${user}, ${nickname}, 'add', '/articles', '/articles/' || id, ${fields},
      to_jsonb(answer) || jsonb_build_object('body', ${body}) from answer)
  select * from answer`;
const insert = `with made as (insert into articles (${columns}) values (${values}) returning *), ${recorded}`;
// Adds missing tags. Returns no row when the category is missing, or a concurrent transaction has added a tag.
const insertFiled = `with added as (insert into tags (name) select unnest(${names}) on conflict do nothing returning *),
  tags as (select * from added union select * from tags where name = any(${names})),
  category as (select id from article_categories where id = ${category} for share),
  made as (insert into articles (${columns}, category_id, tag_ids)
    select ${values}, ${category}, array(select id from tags order by id)
    where (${category} = 0 or exists (select from category))
      and (select count(*) from tags) = (select count(distinct name) from unnest(${names}) as name)
    returning *), ${recorded}`;

/** Removes active content from HTML, with the package that Lectern uses. @param {string} html */
export function cleaned(html) {
  return html.includes('<') ? sanitizeHtml(html) : html;
}

/** A text as the audit trail keeps it. @param {string} text */
export function shortened(text) {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}... (${text.length} characters)` : text;
}

/**
 * Adds an article and its entry of the audit trail.
 * @param {Record<string, any>} input @param {{ id: string, nickname: string }} manager
 * @returns {Promise<any>} the article; undefined when the category is missing
 */
export async function addArticle(input, manager) {
  const now = new Date();
  const { title, source = '', sourceUrl = '', thumb = '', originalThumb = '', picture = '' } = input;
  const { status = 'unpublished', featured = 0, promoted = 0, sticky = 0, categoryId, tags } = input;
  const body = cleaned(input.body ?? '');
  const given = [title, source, sourceUrl, body, thumb, originalThumb, picture, status, featured, promoted, sticky];
  const row = [...given, status === 'published' ? now : null, now, now, manager.id];
  const entry = [manager.nickname, Object.keys(input), shortened(body)];
  if (categoryId === undefined && tags === undefined) return (await rowsOf('insert', insert, [...row, ...entry]))[0];
  const all = [...row, ...entry, categoryId ?? '0', tags ?? []];
  const insertOnce = () => rowsOf('insertFiled', insertFiled, all);
  return (await insertOnce())[0] ?? (await insertOnce())[0];
}
