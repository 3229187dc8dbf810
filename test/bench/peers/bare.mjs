// The measure of all: node:http, pg, and nothing else.
import { createServer } from 'node:http';
import { addArticle, articleBy, levelBy, ownerOf, page, report } from './serve.mjs';

const level = /^\/api\/plugins\/vip\/vip_levels\/(\d+)$/;
const article = /^\/api\/articles\/(\d+)$/;

const server = createServer((request, response) => {
  answer(request).then(
    ([status, value]) => send(response, status, value),
    () => send(response, 500, { error: { code: 1, message: 'Internal error.' } }),
  );
});

/** @param {import('node:http').IncomingMessage} request @returns {Promise<[number, unknown]>} */
async function answer(request) {
  const { method, url = '' } = request;
  const [path = '', search = ''] = url.split('?', 2);
  if (method === 'POST' && path === '/api/articles') return add(request);
  if (method !== 'GET') return missing;
  const [, levelId] = level.exec(path) ?? [];
  if (levelId) return found(await levelBy(levelId));
  if (path === '/api/plugins/vip/vip_courses') return list(search);
  const [, articleId] = article.exec(path) ?? [];
  if (!articleId && path !== '/api/articles') return missing;
  const user = await ownerOf(tokenOf(request));
  if (!user) return refused;
  return articleId ? found(await articleBy(articleId)) : [200, await page()];
}

/** @type {[number, unknown]} */
const missing = [404, { error: { code: 10, message: 'Not found.' } }];
/** @type {[number, unknown]} */
const refused = [401, { error: { code: 3, message: 'Not signed in.' } }];

/** @param {unknown} row @returns {[number, unknown]} */
function found(row) {
  return row ? [200, row] : missing;
}

/** @param {import('node:http').IncomingMessage} request */
function tokenOf({ headers }) {
  const token = headers['x-auth-token'];
  return Array.isArray(token) ? token[0] : token;
}

/** @param {string} search @returns {[number, unknown]} */
function list(search) {
  const limit = new URLSearchParams(search).get('limit');
  if (limit === null || /^\d{1,3}$/.test(limit)) return [200, []];
  return [422, { error: { code: 9, message: 'The parameter "limit" must be an integer.' } }];
}

/** @param {import('node:http').IncomingMessage} request @returns {Promise<[number, unknown]>} */
async function add(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const user = await ownerOf(tokenOf(request));
  if (!user) return refused;
  const { title } = JSON.parse(Buffer.concat(chunks).toString());
  if (typeof title !== 'string' || title === '' || title.length > 255)
    return [422, { error: { code: 9, message: 'The parameter "title" must be a text.' } }];
  return [201, await addArticle({ title }, user.id)];
}

/** @param {import('node:http').ServerResponse} response @param {number} status @param {unknown} value */
function send(response, status, value) {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

server.listen(0, '127.0.0.1', () => report(/** @type {import('node:net').AddressInfo} */ (server.address()).port));
