import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { FixtureInstallation } from '../../cli/fixture_installation.ts';
import { started } from '../../../support/started.ts';

describe('lectern doctor without a usable database', () => {
  const place = started(() => FixtureInstallation.make({}));

  it('reports a missing user in DATABASE_URL', async () => {
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

  it('reports a missing embedded database without creating it', async () => {
    const folder = join(place.root, 'elsewhere');
    const { code, out } = await place.lecternWith({ DATA_DIR: folder }, 'doctor', '--json');
    const { findings } = JSON.parse(out) as { findings: { topic: string }[] };
    expect(findings.filter(({ topic }) => topic === 'database')).to.deep.equal([
      {
        level: 'problem',
        topic: 'database',
        message: `There is no embedded database in ${folder}, and this command creates none`,
        fix: 'Create it with npm start, or correct DATA_DIR.',
      },
    ]);
    expect(code).to.equal(1);
    expect(existsSync(folder)).to.equal(false);
  });
});
