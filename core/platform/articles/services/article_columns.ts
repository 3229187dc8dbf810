import type { Knex } from 'knex';
import { columnsOfShape, selected } from '../../../infrastructure/database/index.ts';
import { article } from '../shapes/article.ts';

const columns = columnsOfShape(article, {
  picture: `case when picture = '' then picture_in_body else picture end`,
  tagIds: `array_to_string(tag_ids, ',')`,
  tags: 'array(select name from tags where tags.id = any(articles.tag_ids) order by tags.id)',
  revision: 'revision',
});

/** Select list of an article: each column has the name of its field in the shape. */
export function articleColumns(q: Knex): Knex.Raw[] {
  return selected(q, columns);
}
