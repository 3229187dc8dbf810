import { expect } from 'chai';
import { served } from '../../../support/started.ts';
import { shelf } from './shelf.ts';

describe('The answer to a read', () => {
  const { api } = served(shelf);

  const tagOf = async () => (await api.get('/api/books/7').expect(200)).headers['etag'] as string;

  it('is 304 without a body if the client has it', async () => {
    const tag = await tagOf();
    for (const [sent, etag] of [
      [tag, tag],
      [`W/${tag}`, `W/${tag}`],
      [`"other", ${tag}`, tag],
      ['*', tag],
    ] as const) {
      const { text, headers } = await api.get('/api/books/7').set('If-None-Match', sent).expect(304);
      expect(text).to.equal('');
      expect(headers).to.include({ etag, 'cache-control': 'private, no-cache', vary: 'Accept' });
      expect(headers).not.to.have.property('content-type');
    }
    for (const other of ['"x"', tag.slice(1), `${tag}x`, '', '"*"']) {
      await api.get('/api/books/7').set('If-None-Match', other).expect(200);
    }
    await api.head('/api/books/7').set('If-None-Match', tag).expect(304);
  });

  it('has public caching for anonymous reads, and private for signed-in ones', async () => {
    const open = await api.get('/api/books').expect(200);
    expect(open.headers).to.include({ 'cache-control': 'public, max-age=60', vary: 'Accept, X-Key, Cookie, Prefer' });
    const signedIn = await api.get('/api/books').set('X-Key', 'k').expect(200);
    expect(signedIn.headers).to.include({ 'cache-control': 'private, no-cache', vary: 'Accept' });
  });

  it('has an entity tag, unlike that to a write', async () => {
    expect((await api.delete('/api/books/7')).headers).not.to.have.property('etag');
  });
});
