import type { Services } from 'lectern';
import { gramsOf, insertDemoRows } from '../../infrastructure/database/index.ts';

const ARTICLES = 60;
const UNPUBLISHED = 58;
const TRASH = 59;
const STICKY = 3;
const ILLUSTRATED = 3;
const IMAGE = '<p><img src="/assets/articles/article.svg" alt=""></p>';
const TAGS = ['news', 'course', 'exam', 'teacher', '公告'];
const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;

/** Parent of each category, 0 for none: 1-3 are on top, 4-7 below them, 8 and 9 below 4. Category 7 is unpublished. */
const parents = [0, 0, 0, 1, 1, 2, 3, 4, 4];

/** Inserts demo data: 60 articles, their categories and tags. */
export default async function demo({ database }: Services): Promise<void> {
  await insertDemoRows(database, 'article_categories', parents.map(categoryRow));
  await insertDemoRows(
    database,
    'tags',
    TAGS.map((name, index) => ({ id: index + 1, name, search_grams: gramsOf(name) })),
  );
  await insertDemoRows(
    database,
    'articles',
    Array.from({ length: ARTICLES }, (_, index) => articleRow(index + 1)),
  );
}

function categoryRow(parent: number, index: number) {
  const id = index + 1;
  const created = new Date(FIRST_DAY);
  return {
    id,
    name: `Category ${id}`,
    code: `category${id}`,
    weight: id,
    parent_id: parent,
    published: id !== 7,
    created_at: created,
  };
}

function articleRow(id: number) {
  const status = id === UNPUBLISHED ? 'unpublished' : id === TRASH ? 'trash' : 'published';
  const created = new Date(FIRST_DAY + id * DAY_MS);
  return {
    id,
    title: `Article ${id}`,
    category_id: (id % parents.length) + 1,
    tag_ids: [(id % TAGS.length) + 1, ((id + 1) % TAGS.length) + 1],
    source: 'Lectern',
    source_url: 'https://example.com/',
    published_at: status === 'unpublished' ? null : created,
    body: `<p>Body of article ${id}.</p>${id % ILLUSTRATED === 0 ? IMAGE : ''}`,
    status,
    hits: (id * 37) % 100,
    featured: id % 10 === 0 ? 1 : 0,
    promoted: id % 5 === 0 ? 1 : 0,
    sticky: id <= STICKY ? 1 : 0,
    user_id: 3,
    created_at: created,
    updated_at: new Date(created.getTime() + ((id * 7) % 30) * DAY_MS),
  };
}
