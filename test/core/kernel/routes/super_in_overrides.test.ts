import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { installations, reasonOf } from '../boot/support.ts';
import { base, opened } from '../boot/things.ts';
import { customTyped, script, typed } from './chains.ts';

describe('super in a chain of overrides', () => {
  const install = installations();

  it('reaches the class of a plugin, and then the next link', async () => {
    const child = `${opened}
      import Original from '../../plugins/b/resources/things.ts';
      @resource('/things') export default class Things extends Original {
        override async get(call: OpenCall<{ id: string }>): Promise<never> {
          return { text: ((await super.get(call)) as { text: string }).text + ' custom' } as never;
        }
      }`;
    const { api } = await install({
      ...base,
      ...script('a'),
      ...typed('b', { after: ['a'] }),
      'custom/module.json': manifest('custom'),
      'custom/resources/things.ts': child,
    }).serve();
    await api.get('/api/things/7').expect(200, { text: 'core gets 7 a b custom' });
  });

  it('reaches the next link from an intermediate class that is no resource', async () => {
    const { api } = await install({
      ...base,
      ...script('a'),
      'custom/module.json': manifest('custom'),
      'custom/base.ts': `
        import Original from '../core/base/resources/things.ts';
        export class Base extends Original {
          override async get(call: never): Promise<never> {
            return { text: ((await super.get(call)) as { text: string }).text + ' base' } as never;
          }
        }`,
      'custom/resources/things.ts': `${opened}
        import { Base } from '../base.ts';
        @resource('/things') export default class Things extends Base {}`,
    }).serve();
    await api.get('/api/things/7').expect(200, { text: 'core gets 7 a base' });
    await api.get('/api/things?q=x').expect(200, { text: 'core searches x' });
  });

  it('calls the parent class at another address, and for operations that nothing overrides', async () => {
    const { api } = await install({
      ...base,
      ...script('a'),
      'custom/module.json': manifest('custom'),
      'custom/resources/others.ts': `${opened}
        import Original from '../../core/base/resources/things.ts';
        @resource('/others') export default class Others extends Original {
          override async get(call: OpenCall<{ id: string }>): Promise<never> {
            return { text: (await super.get(call)).text + ' other' } as never;
          }
        }`,
      'custom/resources/things.ts': `${opened}
        import Original from '../../core/base/resources/things.ts';
        @resource('/things') export default class Things extends Original {
          override async search(call: OpenCall<object, { q: string }>): Promise<never> {
            return { text: (await super.search(call)).text + ' custom' } as never;
          }
        }`,
    }).serve();
    await api.get('/api/others/7').expect(200, { text: 'core gets 7 other' });
    await api.get('/api/things/7').expect(200, { text: 'core gets 7 a' });
    await api.get('/api/things?q=x').expect(200, { text: 'core searches x custom' });
  });

  it('reaches core in an installation without another link', async () => {
    const place = install({ ...base, ...typed('a'), ...customTyped() });
    const both = await place.serve();
    const alone = await place.serve({ without: ['a'] });
    await both.api.get('/api/things/7').expect(200, { text: 'core gets 7 a custom' });
    await alone.api.get('/api/things/7').expect(200, { text: 'core gets 7 custom' });
  });

  it('keeps access and filter of the next link', async () => {
    const { kernel, api } = await install({
      ...base,
      'plugins/a/module.json': manifest('a', { mounts: ['/things'] }),
      'plugins/a/resources/things.ts': `${opened}
        const more = shape('More').mode('public', { text: field.text('Text.'), a: field.text('Of a.') });
        @resource('/things') export default class Things {
          @requires('editor') @returns(more, 'public') async get(call: OpenCall, original: () => Promise<object>) {
            return { ...(await original()), a: 'added' } as never;
          }
        }`,
      ...customTyped(
        'override async get(call: OpenCall<{ id: string }>): Promise<never> { return super.get(call) as never; }',
      ),
    }).serve();
    const get = kernel.routes.find(({ operation }) => operation === 'get');
    expect(get?.access).to.deep.equal({ kind: 'permission', permission: 'editor' });
    expect((get!.answer as { name: string }).name).to.equal('More');
    await api.get('/api/things/7').expect(401);
  });

  it('runs the next link on the instance of the override, with the original of that link', async () => {
    const { api } = await install({
      ...base,
      'plugins/a/module.json': manifest('a', { mounts: ['/things'] }),
      'plugins/a/resources/things.ts': `${opened}
        @resource('/things') export default class Things {
          suffix() { return 'a'; }
          async get(_call: OpenCall, original: () => Promise<{ text: string }>) {
            return { text: (await original()).text + ' ' + this.suffix() };
          }
        }`,
      'custom/module.json': manifest('custom'),
      'custom/resources/things.ts': `${opened}
        import Original from '../../plugins/a/resources/things.ts';
        @resource('/things') export default class Things extends Original {
          override suffix() { return 'custom'; }
          override async get(call: OpenCall) { return super.get(call, undefined as never); }
        }`,
    }).serve();
    await api.get('/api/things/7').expect(200, { text: 'core gets 7 custom' });
  });

  it('reaches the parent of a frozen class', async () => {
    const files = customTyped();
    const frozen = `${files['custom/resources/things.ts'] ?? ''}\nObject.freeze(Things.prototype);`;
    const { api } = await install({ ...base, ...files, 'custom/resources/things.ts': frozen }).serve();
    await api.get('/api/things/7').expect(200, { text: 'core gets 7 custom' });
  });

  it('cannot reach a link from a frozen class, which stops the start', async () => {
    const files = customTyped();
    const frozen = `${files['custom/resources/things.ts'] ?? ''}\nObject.freeze(Things.prototype);`;
    const place = install({ ...base, ...script('a'), ...files, 'custom/resources/things.ts': frozen });
    expect(await reasonOf(place.boot())).to.equal(
      'custom/resources/things.ts: the class prototype is not extensible; remove Object.freeze or Object.seal.',
    );
  });
});
