import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { Installation } from '../../../support/installation.ts';
import { RawConnection } from '../../../support/raw_http.ts';
import { HOST, echo, get } from './bad_requests.ts';
import { probe } from './probe.ts';

describe('The checks of a request head', () => {
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

  it('accept HTTP/1.0 without a Host', async () => {
    const connection = send(`GET ${echo} HTTP/1.0\r\n\r\n`);
    expect((await connection.answer()).status).to.equal(200);
    await connection.end();
  });

  it('accept an absolute URL as the request target', async () => {
    const answer = await send(`GET http://lectern.test${echo}?text=a HTTP/1.1\r\n${HOST}\r\n`).answer();
    expect(answer.body).to.equal('{"text":"a"}');
    expect((await send(`GET http://lectern.test HTTP/1.1\r\n${HOST}\r\n`).answer()).status).to.equal(200);
  });

  it('accept a long Accept header', async () => {
    const accept = `Accept: ${'application/vnd.a.v9+json;x=".v9+json", '.repeat(300)}*/*\r\n`;
    expect((await send(get(echo, accept)).answer()).status).to.equal(200);
  });
});
