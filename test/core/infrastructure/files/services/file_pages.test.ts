import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';

describe('GET /files', () => {
  const platform = started(startPlatform);

  it('serves a stored file as PNG, and no file of another place', async () => {
    const { files } = platform.services;
    const address = await files.save({ folder: 'tests', png: Buffer.from('a picture') });
    expect(address).to.match(/^\/api\/files\/tests\/[0-9a-f]{32}\.png$/);
    const { body, headers } = await platform.api.get(address).responseType('blob').expect(200);
    expect(String(body)).to.equal('a picture');
    expect(headers).to.include({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
    const others = ['', '/', '/tests', '/..%2f..%2fpackage.json', '/tests/..%2f..%2fx.png', '/tests/a%00.png'];
    const found: string[] = [];
    for (const path of others) {
      const { status } = await platform.api.get(`/api/files${path}`);
      if (status !== 404 && status !== 400) found.push(`${path}: ${status}`);
    }
    expect(found).to.deep.equal([]);
    await platform.api.post(address).expect(405);
    await files.remove('/api/articles/1');
    await files.remove(address);
    await platform.api.get(address).expect(404);
  });
});
