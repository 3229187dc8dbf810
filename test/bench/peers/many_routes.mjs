// Serves many routes with the same small answer. Arguments: the name of the framework, and the number of resources,
// which have five routes each.
import { createServer } from 'node:http';
import Fastify from 'fastify';
import express from 'express';

const [framework = '', kinds = '1'] = process.argv.slice(2);
const paths = Array.from({ length: Number(kinds) }, (_, index) => `/api/plugins/bench/kind${index}/things`);
const methods = /** @type {const} */ (['get', 'put', 'patch', 'delete']);

/** @param {string} id */
const thing = (id) => ({ id, name: 'a small thing', price: '9.90', enabled: true });

/** @type {Record<string, () => Promise<import('node:http').Server> | import('node:http').Server>} */
const servers = {
  // A map finds the handler by the path before the id; 500 comparisons would be unrealistic.
  bare() {
    const known = new Map(paths.map((path) => [path, thing]));
    return createServer(({ url = '' }, response) => {
      const slash = url.lastIndexOf('/');
      const found = known.get(url.slice(0, slash));
      const body = JSON.stringify(found ? found(url.slice(slash + 1)) : { error: { code: 10, message: 'Not found.' } });
      const head = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) };
      response.writeHead(found ? 200 : 404, head);
      response.end(body);
    }).listen(0, '127.0.0.1');
  },
  async fastify() {
    const app = Fastify({ logger: true });
    for (const path of paths) {
      app.post(path, () => thing('1'));
      for (const method of methods) app[method](`${path}/:id`, async ({ params }) => thing(params.id));
    }
    await app.listen({ port: 0, host: '127.0.0.1' });
    return app.server;
  },
  express() {
    const app = express();
    for (const path of paths) {
      app.post(path, (_request, response) => void response.json(thing('1')));
      for (const method of methods)
        app[method](`${path}/:id`, ({ params }, response) => void response.json(thing(params.id)));
    }
    return app.listen(0, '127.0.0.1');
  },
};

const server = await servers[framework]?.();
const tell = () => process.send?.(`http://127.0.0.1:${server?.address().port}`);
if (server?.listening) tell();
else server?.once('listening', tell);
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.once('disconnect', () => process.exit());
