import { Resvg } from '@resvg/resvg-js';
import { expect } from 'chai';
import { after, afterEach, before, describe, it } from 'mocha';
import type { Platform } from '../../../support/platform.ts';
import { registered, startAccounts } from '../accounts.ts';

/** A picture whose left half is red and whose right half is blue. */
function png(width: number, height: number): Buffer {
  const half = width / 2;
  const halves = `<rect width="${half}" height="${height}" fill="red"/><rect x="${half}" width="${half}" height="${height}" fill="blue"/>`;
  return new Resvg(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${halves}</svg>`)
    .render()
    .asPng();
}

/** A PNG whose header states a wrong size. */
function pngOf(width: number, height: number): Buffer {
  const bytes = Buffer.from(png(32, 32));
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

describe('PUT /me/avatar', () => {
  let platform: Platform;
  let header: Record<string, string>;

  before(async () => {
    platform = await startAccounts();
  });
  beforeEach(async () => {
    ({ header } = await registered(platform));
  });
  afterEach(() => platform.reset());
  after(() => platform.stop());

  const put = () => platform.api.put('/api/me/avatar').set(header);
  const pathOf = (url: string) => new URL(url).pathname;
  const file = (url: string) => platform.api.get(pathOf(url)).responseType('blob');

  it('stores three sizes, and serves them to anyone as PNG', async () => {
    const { body } = await put().attach('avatar', png(400, 300), 'me.png').expect(200);
    const sides = { small: 48, middle: 120, large: 200 };
    for (const [size, side] of Object.entries(sides)) {
      const { body: bytes, headers } = await file(body.avatar[size]).expect(200);
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).to.deep.equal([side, side]);
      expect(headers).to.include({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
      expect(headers['cache-control']).to.include('immutable');
    }
  });

  it('renders the picture anew, without other bytes of the file', async () => {
    const secret = Buffer.from('<script>alert(1)</script>, and where it was taken');
    const sent = Buffer.concat([png(64, 64), secret]);
    const { body } = await put().set('Content-Type', 'image/png').send(sent).expect(200);
    const { body: bytes } = await file(body.avatar.large).expect(200);
    expect(bytes.includes('script')).to.equal(false);
    const page = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><image width="200" height="200" href="data:image/png;base64,${bytes.toString('base64')}"/></svg>`;
    const { pixels } = new Resvg(page).render();
    const at = (x: number) => [...pixels.subarray((100 * 200 + x) * 4, (100 * 200 + x) * 4 + 3)];
    expect([at(20), at(180)]).to.deep.equal([
      [255, 0, 0],
      [0, 0, 255],
    ]);
  });

  it('removes the files of the previous avatar', async () => {
    const first = (await put().attach('avatar', png(64, 64), 'a.png').expect(200)).body.avatar.large;
    const second = (await put().attach('avatar', png(64, 64), 'b.png').expect(200)).body.avatar.large;
    await file(first).expect(404);
    await file(second).expect(200);
    const { body } = await platform.api.delete('/api/me/avatar').set(header).expect(200);
    expect(body.avatar.large).to.include('/assets/users/avatar.svg');
    await file(second).expect(404);
  });

  it('rejects files by content and size: 422, code 9', async () => {
    const wrong: Record<string, Buffer> = {
      'an SVG': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>'),
      'a page': Buffer.from('<!doctype html><script>alert(1)</script>'),
      nothing: Buffer.alloc(0),
      'a cut head': png(64, 64).subarray(0, 18),
      'a cut picture': png(64, 64).subarray(0, 60),
      'a bomb': pngOf(60_000, 60_000),
      'a line': png(400, 8),
    };
    const taken: string[] = [];
    for (const [what, bytes] of Object.entries(wrong)) {
      const { status, body } = await put().attach('avatar', bytes, { filename: 'a.png', contentType: 'image/png' });
      if (status !== 422 || body.error.code !== 9) taken.push(`${what}: ${status}`);
    }
    expect(taken).to.deep.equal([]);
    // The header of the file suffices; nothing is decoded.
    const { body: bomb } = await put().attach('avatar', wrong['a bomb']!, 'a.png').expect(422);
    expect(bomb.error.message).to.include('at most 16777216 pixels');
    await put().field('avatar', 'no file').expect(422);
    await put().set('Content-Type', 'multipart/form-data; boundary=x').send('no form').expect(400);
  });

  it('limits uploads per account', async () => {
    const { body } = await platform.api.get('/api/me').set(header).expect(200);
    for (let count = 0; count < 19; count++) await platform.services.accountLimits.takePortrait(body.id);
    for (const status of [200, 429]) await put().attach('avatar', png(16, 16), 'a.png').expect(status);
  });
});
