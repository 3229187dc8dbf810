import { expect } from 'chai';
import { served } from '../../../support/started.ts';
import { shelf } from '../http/shelf.ts';

describe('An answer', () => {
  const { api } = served(shelf);

  it('has no-store if its fields have a secret or are unknown', async () => {
    const caching = async (path: string) => (await api.get(path).expect(200)).headers['cache-control'];
    const secret = ['lists', 'rings', 'choices', 'records', 'raws'];
    for (const path of secret) expect(await caching(`/api/key/${path}`), path).to.equal('no-store');
    expect(await caching('/api/key/choices?mode=name')).to.equal('private, no-cache');
    expect(await caching('/api/key/records?mode=name')).to.equal('private, no-cache');
    expect(await caching('/api/key/names')).to.equal('public, max-age=60');
    expect(await caching('/api/key/open_raws')).to.equal('public, max-age=60');
    const made = await api.post('/api/key/lists').set('X-Key', 'k').send({ n: 1 }).expect(200);
    expect(made.headers['cache-control']).to.equal('no-store');
  });
});
