import { expect } from 'chai';
import { manifest, type Files, type Installation } from '../../../support/installation.ts';
import { greeter, installations, reasonOf } from '../boot/support.ts';

interface Trouble {
  readonly files: Files;
  readonly manifest?: object;
  readonly file: string;
  readonly reason: RegExp;
}

/** Faults that prevent the start of a plugin, each with the named file and the reason. */
const troubles: Readonly<Record<string, Trouble>> = {
  'a value of the wrong type in the configuration': {
    files: { 'config/test.json': JSON.stringify({ modules: { shop: { limit: 'many' } } }) },
    manifest: { config: { properties: { limit: { type: 'integer', default: 1 } } } },
    file: 'modules.shop of the configuration',
    reason: /"limit" must be integer/,
  },
  'a service that does not start': {
    files: {
      'plugins/shop/services.js': `import { asValue } from 'lectern';
        export default { shopLife: asValue({ start() { throw new Error('no goods'); } }) };`,
    },
    file: 'plugins/shop/services.js',
    reason: /no goods/,
  },
};

type Api = Awaited<ReturnType<Installation['serve']>>['api'];

describe('A plugin that cannot start', () => {
  const install = installations();
  const shopOf = ({ files, manifest: more = {} }: Trouble, also: object = {}): Installation =>
    install({ ...greeter('plugins/calm'), ...greeter('plugins/shop', { ...more, ...also }), ...files });

  async function expectFailed(api: Api, name: string, { file, reason }: Pick<Trouble, 'file' | 'reason'>) {
    const { body } = await api.get('/readyz').expect(200);
    const states = body.plugins as { name: string; state: string; reason: string }[];
    expect(states.find((one) => one.name === 'calm')).to.deep.equal({ name: 'calm', state: 'running' });
    const found = states.find((one) => one.name === name)!;
    expect(found).to.include({ name, state: 'set aside' });
    expect(found.reason).to.match(reason).and.include(file);
    const refused = await api.get(`/api/plugins/${name}/greetings`).expect(503);
    expect(refused.headers['retry-after']).to.match(/^\d+$/);
    expect(refused.body.error).to.deep.equal({
      code: 8,
      message: `The plugin "${name}" is out of service; /readyz says why.`,
    });
    await api.get('/api/plugins/calm/greetings').expect(200);
  }

  for (const [what, trouble] of Object.entries(troubles)) {
    it(`because of ${what} is set aside by name, and other plugins serve`, async () => {
      const { api } = await shopOf(trouble).serve();
      await expectFailed(api, 'shop', trouble);
    });

    it(`because of ${what} stops the start with onFailure "abort"`, async () => {
      expect(await reasonOf(shopOf(trouble, { onFailure: 'abort' }).serve()))
        .to.match(trouble.reason)
        .and.include(trouble.file);
    });
  }

  it('keeps the name of its folder if its manifest is invalid', async () => {
    const files = { 'plugins/shop/module.json': manifest('store') };
    const { api } = await install({ ...greeter('plugins/calm'), ...greeter('plugins/shop'), ...files }).serve();
    expect((await api.get('/readyz').expect(200)).body.plugins[1]).to.include({ name: 'shop', state: 'set aside' });
  });
});
