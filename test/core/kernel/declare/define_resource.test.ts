import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { installations, opening, reasonOf } from '../boot/support.ts';
import { base } from '../boot/things.ts';

const defined = (properties: string) => ({
  'custom/module.json': manifest('custom'),
  'custom/resources/things.js': `${opening} export default defineResource('/things', { ${properties} });`,
});

describe('An override without decorators', () => {
  const install = installations();

  it('reaches the operation that it overrides by its third argument', async () => {
    const files = defined(
      `get: { run: async (_services, _call, original) => ({ text: (await original()).text + '!', secret: 1 }) }`,
    );
    const { kernel, api } = await install({ ...base, ...files }).serve();
    await api.get('/api/things/7').expect(200, { text: 'core gets 7!' });
    expect(kernel.remarks).to.deep.equal([]);
  });

  it('reaches originals of all layers', async () => {
    const plugin = {
      'plugins/a/module.json': manifest('a', { mounts: ['/things'] }),
      'plugins/a/resources/things.js': `${opening}
        export default defineResource('/things', { get: { run: async (_s, _c, original) => ({ text: (await original()).text + ' a' }) } });`,
    };
    const files = defined(`get: { run: async (_s, _c, original) => ({ text: (await original()).text + ' custom' }) }`);
    const { api } = await install({ ...base, ...plugin, ...files }).serve();
    await api.get('/api/things/7').expect(200, { text: 'core gets 7 a custom' });
  });

  it('passes on failures of the original', async () => {
    const files = defined(`search: { run: (_services, _call, original) => original() }`);
    const { api } = await install({ ...base, ...files }).serve();
    await api.get('/api/things?q=gone').expect(410);
  });

  it('that calls a missing original answers 500, and the log has the reason', async () => {
    const files = defined(`add: { open: true, returns: [raw], run: (_services, _call, original) => original() }`);
    const place = install({ ...base, ...files });
    const { api } = await place.serve();
    await api.post('/api/things').expect(500);
    expect(place.logs.join())
      .to.include('custom/resources/things.js')
      .and.include('add calls original() but overrides nothing; remove the call, or correct the address');
  });

  it('must declare weaker access, and gives a remark if it overrides nothing', async () => {
    const update = (open: string) => defined(`update: { open: ${open}, run: () => ({ text: 'custom' }) }`);
    expect(await reasonOf(install({ ...base, ...update('true') }).boot())).to.include(
      'declare it with { weaker: true }',
    );
    const { remarks } = await install({ ...base, ...update('{ weaker: true }') }).boot();
    expect(remarks[0]?.message).to.include('from signed in to open');
    const remove = (signedIn: string) => defined(`remove: { signedIn: ${signedIn}, run: () => ({ text: 'custom' }) }`);
    expect(await reasonOf(install({ ...base, ...remove('true') }).boot())).to.include('to confirm the weaker access');
    const lowered = await install({ ...base, ...remove('{ weaker: true }') }).boot();
    expect(lowered.remarks[0]?.message).to.include('from admin to signed in');
    const unmatched = await install({
      ...base,
      ...defined(`overrides: true, add: { returns: [raw], run: () => 1 }`),
    }).boot();
    expect(unmatched.remarks[0]?.message).to.include('add at /things overrides nothing');
  });

  it('declares a required sign-in or permission by property', async () => {
    const files = defined(`get: { signedIn: true, run: () => 1 }, update: { requires: 'editor', run: () => 1 }`);
    const kernel = await install({ ...base, ...files }).boot();
    const access = Object.fromEntries(kernel.routes.map(({ operation, access: given }) => [operation, given]));
    expect(access).to.deep.include({ get: { kind: 'signedIn' }, update: { kind: 'permission', permission: 'editor' } });
  });

  it('refuses an input that is made by no function of input', async () => {
    for (const [accepts, field] of [
      [`{ text: 'string' }`, 'text'],
      [`{ type: 'object', properties: {} }`, 'type'],
      [`{ text: { type: 'string' } }`, 'text'],
    ])
      expect(
        await reasonOf(install({ ...base, ...defined(`add: { accepts: ${accepts}, run: () => 1 }`) }).boot()),
      ).to.include(`/things: add: "${field}" of "accepts" is no input; write input.text({ ... }).`);
  });

  it('describes path parameters and headers of answers', async () => {
    const files = defined(`
      parameters: { id: input.id({ description: 'The number.' }) }, headers: { 'X-Weight': 'In grams.' },
      get: { open: true, returns: [raw], run: () => 1 }`);
    const { api } = await install(files).serve();
    const { get } = (await api.get('/api/openapi.json').expect(200)).body.paths['/api/things/{id}'];
    expect(get.parameters[0]).to.deep.include({ name: 'id', description: 'The number.' });
    expect(get.responses[200].headers['X-Weight']).to.deep.include({ description: 'In grams.' });
  });

  it('restates a failure for its endpoint', async () => {
    const text = `${opening}
      export default defineResource('/things', {
        search: { fails: [standardFailures.noSuchObject.as({ code: 77, status: 418 })], run: (_s, _c, original) => original() },
      });`;
    const { api } = await install({
      ...base,
      'custom/module.json': manifest('custom'),
      'custom/resources/things.js': text,
    }).serve();
    const { body } = await api.get('/api/things?q=gone').expect(418);
    expect(body.error.code).to.equal(77);
  });
});
