import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import express, { type RequestHandler } from 'express';
import type { Kernel } from 'lectern/host';
import supertest from 'supertest';
import { Installation, manifest } from '../../../support/installation.ts';

const files = {
  'plugins/heads/module.json': manifest('heads'),
  'plugins/heads/resources/things.js': `
import { defineResource, input, raw, rawBody, verbatim } from 'lectern';
export default defineResource('/plugins/heads/things', {
  get: { open: true, returns: [raw], run: (_services, { params }) => ({ id: params.id, name: '王' }) },
  search: { open: true, accepts: { n: input.optional(input.integer()) }, returns: [raw], run: () => [] },
  add: { open: true, returns: [raw], run: () => ({ id: '1' }) },
  update: {
    open: true, accepts: rawBody, returns: [verbatim],
    run: () => ({ status: 204, type: 'text/plain', body: 'not to be sent' }),
  },
});`,
};

type StoreHeader = (firstLines: string, headers: readonly string[]) => void;
type WriteHead = (...given: unknown[]) => ServerResponse;

/** Wraps `writeHead`, like libraries for compression, sessions and times. */
const telling: RequestHandler = (_request, response, next) => {
  const writeHead = response.writeHead.bind(response) as WriteHead;
  response.writeHead = ((...given: unknown[]) => {
    response.setHeader('X-Told', 'yes');
    return writeHead(...given);
  }) as typeof response.writeHead;
  next();
};
const adding: RequestHandler = (_request, response, next) => {
  response.setHeader('X-Added', 'yes');
  next();
};

describe('The head of an answer', () => {
  const installation = new Installation(files);
  let api: ReturnType<typeof supertest>;
  let app: Kernel['app'];
  const within = (...around: RequestHandler[]) =>
    supertest(
      express()
        .disable('x-powered-by')
        .use(...around, app),
    );

  before(async () => {
    const served = await installation.serve();
    ({ api } = served);
    ({ app } = served.kernel);
  });
  after(() => installation.clear());

  it('is the same with middleware that wraps writeHead', async () => {
    const questions = ['things/1', 'things', 'things?n=x', 'nothing', 'things/1?fields=id'];
    const versions = ['*/*', 'application/vnd.lectern.v1+json', 'application/problem+json'];
    const own = ({ headers, status, text }: supertest.Response) => {
      const { date: _date, 'x-request-id': _id, 'x-told': _told, ...rest } = headers;
      return { status, text, headers: Object.fromEntries(Object.entries(rest).sort()) };
    };
    for (const question of questions) {
      for (const accept of versions) {
        const ask = (client: typeof api) =>
          client.get(`/api/plugins/heads/${question}`).set({ Accept: accept, Connection: 'close' });
        const [plain, watched] = await Promise.all([ask(api), ask(within(telling))]);
        expect(watched.headers['x-told']).to.equal('yes');
        expect(own(plain)).to.deep.equal(own(watched));
      }
    }
  });

  it('is written by the private method _storeHeader of Node', async () => {
    const lines: string[] = [];
    const listening: RequestHandler = (_request, response, next) => {
      const writer = response as unknown as { _storeHeader: StoreHeader };
      const store = writer._storeHeader.bind(response);
      writer._storeHeader = (firstLines, headers) => {
        lines.push(...firstLines.split('\r\n'));
        store(firstLines, headers);
      };
      next();
    };
    const { headers } = await within(listening).get('/api/plugins/heads/things/7').expect(200);
    expect(lines).to.include.members(['HTTP/1.1 200 OK', 'API-Version: 2']);
    expect(headers).to.include.keys('api-version', 'x-request-id', 'date');
  });

  it('has headers that earlier middleware has set', async () => {
    const { headers, body } = await within(adding).get('/api/plugins/heads/things/7').expect(200);
    expect(headers).to.include({ 'x-added': 'yes', 'api-version': '2', 'x-frame-options': 'DENY' });
    expect(body).to.deep.equal({ id: '7', name: '王' });
  });

  it('announces no body for status 204', async () => {
    const { text, headers } = await api.put('/api/plugins/heads/things/1').expect(204);
    expect(text).to.equal('');
    expect(headers).to.not.have.property('transfer-encoding');
    await api.get('/api/plugins/heads/things/1').expect(200);
  });
});
