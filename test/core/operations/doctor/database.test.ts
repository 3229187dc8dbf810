import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { FixtureInstallation } from '../../cli/fixture_installation.ts';

describe('lectern doctor, of a database that refuses', () => {
  let place: FixtureInstallation;

  before(async () => {
    place = await FixtureInstallation.make({});
  });
  after(() => place.clear());

  it('says that DATABASE_URL names no user', async () => {
    const text = 'SFATAL\0C28000\0Mno PostgreSQL user name specified in startup packet\0\0';
    const head = Buffer.from([0x45, 0, 0, 0, text.length + 4]);
    const server = createServer((socket) => {
      socket.once('data', () => socket.end(Buffer.concat([head, Buffer.from(text)])));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const { out } = await place.lecternWith({ DATABASE_URL: `postgres://127.0.0.1:${port}/lectern` }, 'doctor');
      expect(out).to.include('-> Name a user in DATABASE_URL: postgres://user@host:5432/database');
    } finally {
      server.close();
    }
  });
});
