// Express as in most tutorials: a JSON parser, routers, res.json, and knex for the database.
import express from 'express';
import knex from 'knex';
import { z } from 'zod';
import { cleaned, shortened } from './add_article.mjs';
import { articleQuery, newArticle } from './inputs.mjs';
import { isManager, ownerOf, report, totalOf } from './serve.mjs';

const db = knex({ client: 'pg', connection: process.env['DATABASE_URL'], pool: { min: 2, max: 10 } });
const app = express();
app.use(express.json());

/** The sort order of Lectern, which has an index. */
const newestFirst = [
  { column: 'sticky', order: 'desc' },
  { column: 'published_at', order: 'desc', nulls: 'last' },
  { column: 'id', order: 'desc' },
];
const missing = { error: { code: 10, message: 'Not found.' } };

/** @type {express.RequestHandler} */
async function signedIn(request, response, next) {
  const user = await ownerOf(request.get('x-auth-token'));
  if (!user) return void response.status(401).json({ error: { code: 3, message: 'Not signed in.' } });
  response.locals['user'] = user;
  next();
}

const levels = express.Router();
levels.get('/:id', async (request, response) => {
  const level = await db('vip_levels').where({ id: request.params.id, enabled: true }).first();
  if (!level) return void response.status(404).json(missing);
  response.json(level);
});

const articles = express.Router();
articles.use(signedIn);
articles.get('/', async (request, response) => {
  const { success, data: query, error } = articleQuery.safeParse(request.query);
  if (!success) return void response.status(422).json({ error: { code: 9, message: error.message } });
  const { categoryId = '0', offset = 0 } = query;
  const ids = await familyOf(categoryId);
  const published = () => {
    const found = db('articles').where('status', 'published');
    return ids ? found.whereIn('category_id', ids) : found;
  };
  const rows = () => published().orderBy(newestFirst).limit(10).offset(offset);
  const count = () => published().count('* as total');
  const [data, total] = await Promise.all([rows().select(columns()), totalOf(categoryId, count)]);
  response.json({ data, paging: { total, offset, limit: 10 } });
});

/** Returns the ids of a category and its descendants. @param {string} id */
async function familyOf(id) {
  if (id === '0') return undefined;
  const start = db.select(db.raw('?::bigint as id', [id]));
  const below = db('article_categories as child').join('family', 'child.parent_id', 'family.id').select('child.id');
  return db
    .withRecursive('family', ['id'], (query) => query.from(start.as('start')).select('id').union(below))
    .from('family')
    .pluck('id');
}

const tags = 'array(select name from tags where tags.id = any(articles.tag_ids) order by tags.id) as tags';
const columns = () => ['articles.*', { categoryId: 'category_id' }, db.raw(tags)];

articles.get('/:id', async (request, response) => {
  const article = await db('articles').where({ id: request.params.id, status: 'published' }).first(columns());
  if (!article) return void response.status(404).json(missing);
  response.json(article);
});
articles.post('/', async (request, response) => {
  const { user } = response.locals;
  if (!isManager(user)) return void response.status(403).json({ error: { code: 4, message: 'Not allowed.' } });
  const { success, data, error } = newArticle.safeParse(request.body);
  if (!success) return void response.status(422).json({ error: { code: 9, message: error.message } });
  const made = await db.transaction((trx) => add(trx, data, user));
  if (!made) return void response.status(422).json({ error: { code: 9, message: 'There is no such category.' } });
  response.status(201).json(made);
});

/** @param {import('knex').Knex} trx @param {import('zod').infer<typeof newArticle>} input @param {any} user */
async function add(trx, input, user) {
  const { categoryId = '0', tags: names = [], sourceUrl, originalThumb, ...fields } = input;
  if (categoryId !== '0' && !(await trx('article_categories').where({ id: categoryId }).forShare().first('id')))
    return undefined;
  const rows = names.map((name) => ({ name }));
  if (rows.length > 0) await trx('tags').insert(rows).onConflict('name').ignore();
  const ids = names.length > 0 ? await trx('tags').whereIn('name', names).orderBy('id').pluck('id') : [];
  const now = new Date();
  const urls = { source_url: sourceUrl, original_thumb: originalThumb };
  const times = { published_at: fields.status === 'published' ? now : null, created_at: now, updated_at: now };
  const row = {
    status: 'unpublished',
    ...fields,
    body: cleaned(fields.body ?? ''),
    ...urls,
    ...times,
    category_id: categoryId,
    tag_ids: ids,
    user_id: user.id,
  };
  const [{ id }] = await trx('articles').insert(row).returning('id');
  const made = await trx('articles').where({ id }).first(columns());
  await trx('admin_logs').insert({
    created_at: now,
    user_id: user.id,
    nickname: user.nickname,
    action: 'add',
    resource: '/articles',
    path: `/articles/${id}`,
    fields: Object.keys(input),
    after: { ...made, body: shortened(made.body) },
  });
  return made;
}

const courses = express.Router();
courses.get('/', (request, response) => {
  const { success, error } = z
    .object({ limit: z.coerce.number().int().min(0).max(100).optional() })
    .safeParse(request.query);
  if (!success) return void response.status(422).json({ error: { code: 9, message: error.message } });
  response.json([]);
});

app.use('/api/plugins/vip/vip_levels', levels);
app.use('/api/plugins/vip/vip_courses', courses);
app.use('/api/articles', articles);
app.use((_request, response) => void response.status(404).json(missing));
app.use((error, _request, response, _next) => {
  response.status(error.status ?? 500).json({ error: { code: 1, message: error.message } });
});

const server = app.listen(0, '127.0.0.1', () => report(server.address().port));
