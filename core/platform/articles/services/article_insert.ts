import type { Knex } from 'knex';
import { givenOf, statementOfRows, type Database, type Placeholder } from '../../../infrastructure/database/index.ts';
import { articleColumns } from './article_columns.ts';
import type { Article } from './articles.ts';

/** A new article: the columns of its row, the id of its category, and the distinct names of its tags. */
export interface NewRow {
  readonly row: object;
  readonly categoryId: string | undefined;
  readonly tags: readonly string[] | undefined;
}

/**
 * Inserts an article by one statement, which also checks its category and finds its tags. The category and the tags
 * cannot be removed before the transaction ends; other inserts do not wait.
 * @returns the article; undefined when the category or a tag is unknown
 */
export async function insertArticle(
  database: Database,
  { row, categoryId = '0', tags }: NewRow,
): Promise<Article | undefined> {
  const { columns } = givenOf(row);
  const kind = { columns, hasCategory: categoryId !== '0', hasTags: tags !== undefined };
  const name = `insert articles ${columns.join(' ')} ${kind.hasCategory} ${kind.hasTags}`;
  const statement = statementOfRows<Article>(database, name, (q, param) => insertion(q, param, kind));
  const made = await statement.first({ ...row, categoryId, tags, tagCount: tags?.length });
  if (made) database.changed('articles');
  return made;
}

interface Kind {
  readonly columns: readonly string[];
  readonly hasCategory: boolean;
  readonly hasTags: boolean;
}

function insertion(q: Knex, param: (name: string) => Placeholder, { columns, hasCategory, hasTags }: Kind) {
  const tagIds = () =>
    q.raw('array(select id from tags where name = any(?::text[]) order by id for key share)', [param('tags')]);
  const source = q.select([...columns.map(param), ...(hasTags ? [tagIds()] : [])]);
  if (hasCategory) {
    const category = 'select from article_categories where id = ? for key share';
    source.from(q.raw(`(${category}) as category`, [param('categoryId')]));
  }
  if (hasTags)
    source.whereRaw('(select count(*) from tags where name = any(?::text[])) = ?', [param('tags'), param('tagCount')]);
  const names = [...columns, ...(hasTags ? ['tag_ids'] : [])];
  const insert = q(q.raw(`articles (${names.map(() => '??').join(', ')})`, names)).insert(source, '*');
  // Read from the row as a table, because a distributed database runs no queries within RETURNING.
  return q.with('articles', insert).select(articleColumns(q)).from('articles');
}
