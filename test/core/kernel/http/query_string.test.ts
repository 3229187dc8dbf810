import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { Installation } from '../../../support/installation.ts';
import { RawConnection } from '../../../support/raw_http.ts';
import { echo, get, post } from './bad_requests.ts';
import { probe } from './probe.ts';

describe('A query', () => {
  const installation = new Installation(probe);
  const open: RawConnection[] = [];
  let url: string;

  function send(request: string | Uint8Array): RawConnection {
    const connection = new RawConnection(url).send(request);
    open.push(connection);
    return connection;
  }

  before(async () => {
    url = await (await installation.boot()).listen();
  });
  after(async () => {
    for (const connection of open) connection.close();
    await installation.clear();
  });

  const malformed = ['%ff=1', 'a=%zz', 'fields=%', 'a=%ed%a0%80', 'a&'.repeat(1_000)];
  for (const method of ['POST', 'PATCH', 'PUT', 'DELETE', 'GET', 'HEAD']) {
    it(`is checked before ${method} runs`, async () => {
      const path = `/api/plugins/probe/counts${['POST', 'GET', 'HEAD'].includes(method) ? '' : '/1'}`;
      const ask = async (query: string) => (await fetch(`${url}${path}?${query}`, { method })).status;
      const runs = async () => {
        const { id } = (await (await fetch(`${url}/api/plugins/probe/counts`)).json()) as { id: number };
        return id;
      };
      const before = await runs();
      for (const query of malformed) expect(await ask(query), query).to.equal(400);
      expect(await runs()).to.equal(before + 1);
      expect(await ask('a=%41&__proto__=1&fields=id')).to.equal(method === 'POST' ? 201 : 200);
    });
  }

  it('may have names such as __proto__, as a body may', async () => {
    const body = '{"__proto__":{"text":"a"},"__proto__":{"n":1},"constructor":{"prototype":{"n":2}},"toString":1}';
    const answer = await send(post(body)).answer();
    expect(answer.body).to.equal('{}');
    const query = await send(get(`${echo}?__proto__=1&__proto__[]=2&constructor=3&hasOwnProperty=4&text=a`)).answer();
    expect(query.body).to.equal('{"text":"a"}');
  });
});
