// Fastify as in its guide: schemas for input and answers, the logger enabled, a hook that requires a token.
import Fastify from 'fastify';
import { addArticle } from './add_article.mjs';
import { articleBy, isManager, levelBy, ownerOf, page, report } from './serve.mjs';

const app = Fastify({ logger: true });

const text = { type: 'string' };
const flag = { type: 'integer', minimum: 0, maximum: 1 };
const short = { type: 'string', minLength: 1, maxLength: 255 };
const url = { ...short, pattern: '^(https?:/)?/\\S+$' };
const id = { type: 'string', pattern: '^\\d{1,19}$' };
/** @param {string} names */
const texts = (names) => Object.fromEntries(names.split(' ').map((name) => [name, text]));
const level = {
  type: 'object',
  properties: {
    ...texts('id seq name icon monthPrice yearPrice description createdTime maxRate'),
    freeLearned: { type: 'boolean' },
    enabled: { type: 'boolean' },
  },
};
const article = {
  type: 'object',
  properties: {
    ...texts('id title categoryId tagIds source sourceUrl publishedTime body thumb originalThumb picture status hits'),
    ...texts('featured promoted sticky postNum upsNum userId createdTime updatedTime orgId orgCode'),
    tags: { type: 'array', items: text },
  },
};
const newArticle = {
  type: 'object',
  properties: {
    title: short,
    categoryId: id,
    tags: { type: 'array', maxItems: 20, items: { type: 'string', minLength: 1, maxLength: 50 } },
    source: short,
    sourceUrl: url,
    body: { type: 'string', maxLength: 200_000 },
    thumb: url,
    originalThumb: url,
    picture: url,
    status: { type: 'string', enum: ['published', 'unpublished', 'trash'] },
    featured: flag,
    promoted: flag,
    sticky: flag,
  },
  required: ['title'],
};
const slice = { type: 'object', properties: { categoryId: id, offset: { type: 'integer', minimum: 0 } } };
const byId = { type: 'object', properties: { id: { type: 'integer', minimum: 1 } }, required: ['id'] };
const paging = {
  type: 'object',
  properties: { total: { type: 'integer' }, offset: { type: 'integer' }, limit: { type: 'integer' } },
};
const list = { type: 'object', properties: { data: { type: 'array', items: article }, paging } };

app.decorateRequest('user', null);

/** @param {any} request @param {any} reply */
async function signedIn(request, reply) {
  request.user = await ownerOf(request.headers['x-auth-token']);
  if (!request.user) return reply.code(401).send({ error: { code: 3, message: 'Not signed in.' } });
}

/** @param {any} request @param {any} reply */
async function managing(request, reply) {
  if (!isManager(request.user)) return reply.code(403).send({ error: { code: 4, message: 'Not allowed.' } });
}

app.get(
  '/api/plugins/vip/vip_levels/:id',
  { schema: { params: byId, response: { 200: level } } },
  async (request, reply) => (await levelBy(request.params.id)) ?? reply.callNotFound(),
);
app.get(
  '/api/plugins/vip/vip_courses',
  { schema: { querystring: { type: 'object', properties: { limit: { type: 'integer', minimum: 0, maximum: 100 } } } } },
  async () => [],
);
app.get(
  '/api/articles/:id',
  { schema: { params: byId, response: { 200: article } }, preHandler: signedIn },
  async (request, reply) => (await articleBy(request.params.id)) ?? reply.callNotFound(),
);
app.get(
  '/api/articles',
  { schema: { querystring: slice, response: { 200: list } }, preHandler: signedIn },
  async (request) => page(request.query),
);
app.post(
  '/api/articles',
  {
    schema: { body: newArticle, response: { 201: article } },
    // Hooks before the validation of the body.
    preValidation: [signedIn, managing],
  },
  async (request, reply) => {
    const made = await addArticle(request.body, request.user);
    return made
      ? reply.code(201).send(made)
      : reply.code(422).send({ error: { code: 9, message: 'There is no such category.' } });
  },
);

app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: { code: 10, message: 'Not found.' } }));
app.setErrorHandler((error, _request, reply) =>
  reply.code(error.validation ? 422 : 500).send({ error: { code: error.validation ? 9 : 1, message: error.message } }),
);

await app.listen({ port: 0, host: '127.0.0.1' });
report(app.server.address().port);
