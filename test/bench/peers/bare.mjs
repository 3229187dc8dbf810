// The reference server: only node:http and pg.
import { createServer } from 'node:http';
import { addArticle } from './add_article.mjs';
import { articleBy, isManager, levelBy, ownerOf, page, report } from './serve.mjs';

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
  return articleId ? found(await articleBy(articleId)) : pageOf(search);
}

/** @type {[number, unknown]} */
const missing = [404, { error: { code: 10, message: 'Not found.' } }];
/** @type {[number, unknown]} */
const refused = [401, { error: { code: 3, message: 'Not signed in.' } }];
/** @type {[number, unknown]} */
const forbidden = [403, { error: { code: 4, message: 'Not allowed.' } }];

/** @param {unknown} row @returns {[number, unknown]} */
function found(row) {
  return row ? [200, row] : missing;
}

/** @param {string} name @returns {[number, unknown]} */
function invalid(name) {
  return [422, { error: { code: 9, message: `The parameter "${name}" is invalid.` } }];
}

/** @param {import('node:http').IncomingMessage} request */
function tokenOf({ headers }) {
  const token = headers['x-auth-token'];
  return Array.isArray(token) ? token[0] : token;
}

/** @param {string} search @returns {[number, unknown]} */
function list(search) {
  const limit = new URLSearchParams(search).get('limit');
  return limit === null || /^\d{1,3}$/.test(limit) ? [200, []] : invalid('limit');
}

/** @param {string} search @returns {Promise<[number, unknown]>} */
async function pageOf(search) {
  const { categoryId = '0', offset = '0' } = Object.fromEntries(new URLSearchParams(search));
  if (!/^\d{1,19}$/.test(categoryId)) return invalid('categoryId');
  if (!/^\d{1,9}$/.test(offset)) return invalid('offset');
  return [200, await page({ categoryId, offset })];
}

/** @param {unknown} value @param {number} [most] */
const isText = (value, most = 255) => typeof value === 'string' && value !== '' && value.length <= most;
/** @param {unknown} value */
const isFlag = (value) => value === 0 || value === 1;
/** @param {unknown} value */
const isUrl = (value) => isText(value) && /^(https?:\/)?\/\S+$/.test(String(value));
/** @param {unknown} tags */
const areTags = (tags) => Array.isArray(tags) && tags.length <= 20 && tags.every((tag) => isText(tag, 50));

/** @type {[string, (value: unknown) => boolean][]} */
const checks = [
  ['categoryId', (value) => /^\d{1,19}$/.test(String(value))],
  ['tags', areTags],
  ['source', isText],
  ['sourceUrl', isUrl],
  ['body', (value) => isText(value, 200_000)],
  ['thumb', isUrl],
  ['originalThumb', isUrl],
  ['picture', isUrl],
  ['status', (value) => value === 'published' || value === 'unpublished' || value === 'trash'],
  ['featured', isFlag],
  ['promoted', isFlag],
  ['sticky', isFlag],
];

/** @param {import('node:http').IncomingMessage} request @returns {Promise<[number, unknown]>} */
async function add(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const user = await ownerOf(tokenOf(request));
  if (!user) return refused;
  if (!isManager(user)) return forbidden;
  const input = JSON.parse(Buffer.concat(chunks).toString());
  if (!isText(input.title)) return invalid('title');
  const wrong = checks.find(([name, isRight]) => input[name] !== undefined && !isRight(input[name]));
  if (wrong) return invalid(wrong[0]);
  const made = await addArticle(input, user);
  return made ? [201, made] : invalid('categoryId');
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
