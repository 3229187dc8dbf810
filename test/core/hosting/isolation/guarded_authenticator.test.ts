import { asValue, contributes, defineResource, raw } from 'lectern';
import { expect } from 'chai';
import { Installation } from '../../../support/installation.ts';

describe('An authenticator that identifies no caller', () => {
  const installation = new Installation({});
  after(() => installation.clear());

  it('is answered 500, and the log names the missing part', async () => {
    const results: Readonly<Record<string, unknown>> = {
      nothing: undefined,
      number: { id: 7, permissions: new Set() },
      list: { id: '7', nickname: 'ann', roles: [], permissions: ['read'] },
      right: { id: '7', nickname: 'ann', roles: [], permissions: new Set() },
    };
    const keys = {
      name: 'Key',
      rank: 10,
      security: { type: 'apiKey', in: 'header', name: 'X-Key' },
      find: (request: { header(name: string): string | undefined }) => request.header('x-key'),
      identify: (key: string) => results[key],
    };
    const module = {
      name: 'keys',
      services: { keys: contributes('authenticators', asValue(keys as never)) },
      resources: [defineResource('/things', { search: { returns: [raw], run: () => 1 } })],
    };
    const { api } = await installation.serve({ modules: [module] });
    const ask = (key: string, status: number) => api.get('/api/things').set('X-Key', key).expect(status);
    await ask('right', 200);
    for (const key of ['nothing', 'number', 'list']) await ask(key, 500);
    const logs = installation.logs.join();
    expect(logs.split('because \\"id\\" is no text of digits;')).to.have.length.at.least(3);
    expect(logs).to.include('because \\"permissions\\" has no has(), as a Set has;');
  });
});
