import type { Knex } from 'knex';

const columns = {
  id: 'id',
  title: 'title',
  categoryId: 'category_id',
  source: 'source',
  sourceUrl: 'source_url',
  publishedTime: 'published_at',
  body: 'body',
  thumb: 'thumb',
  originalThumb: 'original_thumb',
  status: 'status',
  hits: 'hits',
  featured: 'featured',
  promoted: 'promoted',
  sticky: 'sticky',
  postNum: 'post_num',
  upsNum: 'ups_num',
  userId: 'user_id',
  createdTime: 'created_at',
  updatedTime: 'updated_at',
  orgId: 'org_id',
  orgCode: 'org_code',
  revision: 'revision',
};

/** Select list of an article: each column has the name of its field in the shape. */
export function articleColumns(q: Knex): (typeof columns | Knex.Raw)[] {
  return [
    columns,
    q.raw(`case when picture = '' then picture_in_body else picture end as picture`),
    q.raw(`array_to_string(tag_ids, ',') as "tagIds"`),
    q.raw(`array(select name from tags where tags.id = any(articles.tag_ids) order by tags.id) as tags`),
  ];
}
