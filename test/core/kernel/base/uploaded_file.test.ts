import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { served } from '../../../support/started.ts';

const path = '/api/plugins/shelf/covers';

describe('An uploaded file', () => {
  const { api } = served({
    'plugins/shelf/module.json': manifest('shelf'),
    'plugins/shelf/resources/covers.js': `
      import { defineResource, input, raw } from 'lectern';
      const cover = input.file({ types: ['image/png', 'text/plain'], maxBytes: 100 });
      export default defineResource('/plugins/shelf/covers', {
        add: { open: true, accepts: { cover }, returns: [raw], run: (_s, { input: { cover: { name, type } } }) => ({ cover: { name, type } }) },
      });`,
  });

  it('has the type of its content, whatever its name and declared type', async () => {
    const options = { filename: 'cover.png', contentType: 'image/png' };
    const refused = await api.post(path).attach('cover', Buffer.from('<svg onload=x>\0'), options).expect(422);
    expect(refused.body.error.message).to.equal(
      'The parameter "cover" must be a file of at most 100 bytes: image/png, text/plain.',
    );
    const text = await api.post(path).attach('cover', Buffer.from('hello'), options).expect(200);
    expect(text.body.cover.type).to.equal('text/plain');
  });

  it('has a name without folders and control characters', async () => {
    const form =
      '--x\r\nContent-Disposition: form-data; name="cover"; filename="..\\\\..\\\\etc/pass\twd"\r\n\r\nhello\r\n--x--\r\n';
    const { body } = await api.post(path).type('multipart/form-data; boundary=x').send(form).expect(200);
    expect(body.cover.name).to.equal('passwd');
  });
});
