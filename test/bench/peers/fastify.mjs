// Fastify as its guide writes it: schemas for what comes in and goes out, its logger on, a hook that asks for a token.
import Fastify from 'fastify';
import { addArticle, articleBy, levelBy, ownerOf, page, report } from './serve.mjs';

const app = Fastify({ logger: true });

const text = { type: 'string' };
const level = {
  type: 'object',
  properties: Object.fromEntries(
    ['id', 'seq', 'name', 'icon', 'monthPrice', 'yearPrice', 'description', 'createdTime'].map((name) => [name, text]),
  ),
};
const names = ['id', 'title', 'categoryId', 'source', 'sourceUrl', 'publishedTime', 'body', 'thumb', 'originalThumb'];
const more = ['picture', 'status', 'hits', 'featured', 'promoted', 'sticky', 'userId', 'createdTime', 'updatedTime'];
const article = {
  type: 'object',
  properties: Object.fromEntries([...names, ...more].map((name) => [name, text])),
};
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
app.get('/api/articles', { schema: { response: { 200: list } }, preHandler: signedIn }, async () => page());
app.post(
  '/api/articles',
  {
    schema: {
      body: {
        type: 'object',
        properties: { title: { type: 'string', minLength: 1, maxLength: 255 }, content: text },
        required: ['title'],
      },
      response: { 201: article },
    },
    preHandler: signedIn,
  },
  async (request, reply) => {
    reply.code(201);
    return addArticle(request.body, request.user.id);
  },
);

app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: { code: 10, message: 'Not found.' } }));
app.setErrorHandler((error, _request, reply) =>
  reply.code(error.validation ? 422 : 500).send({ error: { code: error.validation ? 9 : 1, message: error.message } }),
);

await app.listen({ port: 0, host: '127.0.0.1' });
report(app.server.address().port);
