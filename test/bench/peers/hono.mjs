// Hono on its adapter for Node, with its own validator.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { validator } from 'hono/validator';
import { z } from 'zod';
import { articleQuery, newArticle } from './inputs.mjs';
import { addArticle } from './add_article.mjs';
import { articleBy, isManager, levelBy, ownerOf, page, report } from './serve.mjs';

const app = new Hono();
const missing = { error: { code: 10, message: 'Not found.' } };

const signedIn = createMiddleware(async (c, next) => {
  const user = await ownerOf(c.req.header('x-auth-token'));
  if (!user) return c.json({ error: { code: 3, message: 'Not signed in.' } }, 401);
  c.set('user', user);
  await next();
});

const managing = createMiddleware(async (c, next) => {
  if (!isManager(c.get('user'))) return c.json({ error: { code: 4, message: 'Not allowed.' } }, 403);
  await next();
});

/** @param {'param' | 'query' | 'json'} target @param {z.ZodType} schema */
const checked = (target, schema) =>
  validator(target, (value, c) => {
    const { success, data, error } = schema.safeParse(value);
    return success ? data : c.json({ error: { code: 9, message: error.message } }, 422);
  });

const byId = checked('param', z.object({ id: z.coerce.number().int().positive() }));

app.get('/api/plugins/vip/vip_levels/:id', byId, async (c) => {
  const level = await levelBy(c.req.valid('param').id);
  return level ? c.json(level) : c.json(missing, 404);
});
app.get(
  '/api/plugins/vip/vip_courses',
  checked('query', z.object({ limit: z.coerce.number().int().min(0).max(100).optional() })),
  (c) => c.json([]),
);
app.get('/api/articles/:id', signedIn, byId, async (c) => {
  const article = await articleBy(c.req.valid('param').id);
  return article ? c.json(article) : c.json(missing, 404);
});
app.get('/api/articles', signedIn, checked('query', articleQuery), async (c) =>
  c.json(await page(c.req.valid('query'))),
);
app.post('/api/articles', signedIn, managing, checked('json', newArticle), async (c) => {
  const made = await addArticle(c.req.valid('json'), c.get('user'));
  return made ? c.json(made, 201) : c.json({ error: { code: 9, message: 'There is no such category.' } }, 422);
});
app.notFound((c) => c.json(missing, 404));
app.onError((error, c) => c.json({ error: { code: 1, message: error.message } }, 500));

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => report(port));
