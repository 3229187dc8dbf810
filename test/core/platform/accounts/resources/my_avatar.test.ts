import { expect } from 'chai';
import sharp from 'sharp';
import { started } from '../../../../support/started.ts';
import { registered, startAccounts } from '../accounts.ts';
import { emptyExif, picture, resized, resizedPng, withFalseFrame, withSegments } from '../hostile_pictures.ts';

/** A picture whose left half is red and whose right half is blue. */
function png(width: number, height: number): Promise<Buffer> {
  const half = width / 2;
  const halves = `<rect width="${half}" height="${height}" fill="red"/><rect x="${half}" width="${half}" height="${height}" fill="blue"/>`;
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${halves}</svg>`),
  )
    .png()
    .toBuffer();
}

describe('PUT /me/avatar', () => {
  const platform = started(startAccounts);
  let header: Record<string, string>;
  beforeEach(async () => {
    ({ header } = await registered(platform));
  });
  afterEach(() => platform.reset());

  const put = () => platform.api.put('/api/me/avatar').set(header);
  const pathOf = (url: string) => new URL(url).pathname;
  const file = (url: string) => platform.api.get(pathOf(url)).responseType('blob');

  it('stores three sizes, and serves them to anyone as PNG', async () => {
    const { body } = await put()
      .attach('avatar', await png(400, 300), 'me.png')
      .expect(200);
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
    const sent = Buffer.concat([await png(64, 64), secret]);
    const { body } = await put().set('Content-Type', 'image/png').send(sent).expect(200);
    const { body: bytes } = await file(body.avatar.large).expect(200);
    expect(bytes.includes('script')).to.equal(false);
    const pixels = await sharp(bytes).ensureAlpha().raw().toBuffer();
    const at = (x: number) => [...pixels.subarray((100 * 200 + x) * 4, (100 * 200 + x) * 4 + 3)];
    expect([at(20), at(180)]).to.deep.equal([
      [255, 0, 0],
      [0, 0, 255],
    ]);
  });

  it('removes the files of the previous avatar', async () => {
    const first = (
      await put()
        .attach('avatar', await png(64, 64), 'a.png')
        .expect(200)
    ).body.avatar.large;
    const second = (
      await put()
        .attach('avatar', await png(64, 64), 'b.png')
        .expect(200)
    ).body.avatar.large;
    await file(first).expect(404);
    await file(second).expect(200);
    const { body } = await platform.api.delete('/api/me/avatar').set(header).expect(200);
    expect(body.avatar.large).to.include('/assets/users/avatar.svg');
    await file(second).expect(404);
  });

  it('rejects files by content and size: 422, code 9', async () => {
    const jpeg = await picture('jpeg');
    const wrong: Record<string, Buffer> = {
      'an SVG': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>'),
      'a page': Buffer.from('<!doctype html><script>alert(1)</script>'),
      nothing: Buffer.alloc(0),
      'a GIF': await picture('gif'),
      'a WebP': await picture('webp'),
      'a cut head': (await png(64, 64)).subarray(0, 18),
      'a cut picture': (await png(64, 64)).subarray(0, 60),
      'a cut JPEG': jpeg.subarray(0, -40),
      'a bomb': resizedPng(await png(32, 32), 60_000, 60_000),
      'a huge JPEG': resized(jpeg, 40_000, 40_000),
      'a JPEG with a false small frame': withFalseFrame(resized(jpeg, 8_000, 8_000)),
      'a line': await png(400, 8),
    };
    const taken: string[] = [];
    for (const [what, bytes] of Object.entries(wrong)) {
      const { status, body } = await put().attach('avatar', bytes, { filename: 'a.png', contentType: 'image/png' });
      if (status !== 422 || body.error.code !== 9) taken.push(`${what}: ${status}`);
    }
    expect(taken).to.deep.equal([]);
    // The header of the file suffices; nothing is decoded.
    for (const bomb of ['a bomb', 'a JPEG with a false small frame']) {
      const { body } = await put().attach('avatar', wrong[bomb]!, 'a.png').expect(422);
      expect(body.error.message, bomb).to.include('at most 16777216 pixels');
    }
    await put().field('avatar', 'no file').expect(422);
    await put().set('Content-Type', 'multipart/form-data; boundary=x').send('no form').expect(400);
  });

  it('does not block the server by a picture of many parts', async () => {
    const jpeg = await picture('jpeg');
    const sent = withSegments(
      jpeg,
      Array.from({ length: 4_000 }, () => emptyExif),
    );
    const before = process.cpuUsage();
    await put().set('Content-Type', 'image/jpeg').send(sent).expect(200);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).to.be.below(5_000);
  });

  it('rejects other media types before the credential: 415, code 2', async () => {
    const sent = await png(64, 64);
    for (const type of ['image/gif', 'application/octet-stream', 'application/json', '']) {
      const { body } = await platform.api.put('/api/me/avatar').set('Content-Type', type).send(sent).expect(415);
      expect(body.error, type).to.deep.include({ code: 2 });
      expect(body.error.message).to.include('image/png or image/jpeg or multipart/form-data');
    }
    await put().set({ 'Content-Type': 'image/png', 'Content-Encoding': 'gzip' }).send(sent).expect(415);
    await put().set('Content-Type', 'Image/PNG; a=b').send(sent).expect(200);
  });

  it('rejects forms beyond the limits of every form: 400, code 2', async () => {
    const form = '--x\r\n\r\n1\r\n'.repeat(9_000);
    const { body } = await put().set('Content-Type', 'multipart/form-data; boundary=x').send(form).expect(400);
    expect(body.error).to.deep.equal({ code: 2, message: 'The form has over 100 fields and files.' });
  });

  it('limits uploads per account, refused ones included', async () => {
    const { body } = await platform.api.get('/api/me').set(header).expect(200);
    for (let count = 0; count < 19; count++) await platform.services.accountLimits.takePortrait(body.id);
    await put().attach('avatar', Buffer.from('no picture'), 'a.png').expect(422);
    await put()
      .attach('avatar', await png(16, 16), 'a.png')
      .expect(429);
  });
});
