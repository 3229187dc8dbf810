import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { installations, reasonOf } from '../boot/support.ts';
import { base, custom, extending, onItsOwn, opened } from '../boot/things.ts';

describe('An override', () => {
  const install = installations();

  it('takes over single operations, custom before plugins before core', async () => {
    const { kernel, api } = await install({
      ...base,
      'plugins/a/module.json': manifest('a', { mounts: ['/things'] }),
      'plugins/a/resources/things.ts':
        opened + onItsOwn(`search() { return { text: 'plugin' }; } get() { return { text: 'plugin' }; }`),
      ...custom(onItsOwn(`search() { return { text: 'custom' }; }`)),
    }).serve();
    expect(kernel.failedPlugins).to.deep.equal([]);
    await api.get('/api/things?q=a').expect(200, { text: 'custom' });
    await api.get('/api/things/7').expect(200, { text: 'plugin' });
    const files = kernel.routes.map(({ operation, file, overridden }) => [
      operation,
      file,
      ...overridden.map((one) => one.file),
    ]);
    const [inCore, inPlugin, inCustom] = ['core/base', 'plugins/a', 'custom'].map(
      (folder) => `${folder}/resources/things.ts`,
    );
    expect(files).to.have.deep.members([
      ['search', inCustom, inPlugin, inCore],
      ['get', inPlugin, inCore],
      ['update', inCore],
      ['remove', inCore],
    ]);
  });

  it('that extends the original calls it by super, with its services', async () => {
    const files = custom(
      extending(`override get(call: OpenCall<{ id: string }>) { return { text: super.get(call).text + '!' }; }`),
    );
    const { api } = await install({ ...base, ...files }).serve();
    await api.get('/api/things/7').expect(200, { text: 'core gets 7!' });
    await api.get('/api/things?q=a').expect(200, { text: 'core searches a' });
  });

  it('that extends the original may use services of its own', async () => {
    const body = `
      protected readonly other: string = use('other' as never);
      override get(call: OpenCall<{ id: string }>) { return { text: super.get(call).text + ' and ' + this.other }; }`;
    const { api } = await install({ ...base, ...custom(extending(body)) }).serve();
    await api.get('/api/things/7').expect(200, { text: 'core gets 7 and other' });
  });

  for (const [described, wrap] of Object.entries({
    'that extends the original': extending,
    'without inheritance': onItsOwn,
  })) {
    it(`${described} keeps access, input, filter and failures that it does not restate`, async () => {
      const body = `
        search({ input }: OpenCall<object, { q: string }>) {
          if (input.q === 'gone') throw standardFailures.noSuchObject();
          return { text: 'custom ' + Object.entries(input).join(), secret: 'x' };
        }
        update() { return { text: 'custom' }; }
        remove() { return { text: 'custom' }; }`;
      const { kernel, api } = await install({ ...base, ...custom(wrap(body)) }).serve();
      await api.get('/api/things?q=a&b=c').expect(200, { text: 'custom q,a' });
      await api.get('/api/things').expect(422);
      await api.get('/api/things?q=gone').expect(410);
      await api.patch('/api/things/7').expect(401);
      await api.delete('/api/things/7').expect(401);
      const remove = kernel.routes.find(({ operation }) => operation === 'remove');
      expect(remove?.access).to.deep.equal({ kind: 'permission', permission: 'admin' });
      expect(kernel.remarks).to.deep.equal([]);
    });

    it(`${described} uses the access, input and filter that it restates`, async () => {
      const body = `
        @signedIn @accepts({ r: input.text() }) @returns(raw)
        search({ input }: OpenCall<object, { r: string }>) { return { text: '', ...input } as never; }`;
      const kernel = await install({ ...base, ...custom(wrap(body)) }).boot();
      const search = kernel.routes.find(({ operation }) => operation === 'search');
      expect(search?.access.kind).to.equal('signedIn');
      expect(Object.keys(search?.input ?? {})).to.deep.equal(['r']);
      expect(search).to.deep.include({ answer: { kind: 'raw' }, mode: undefined, layer: 'custom' });
    });

    const weaker: Record<string, [operation: string, refused: string, allowed: string, change: string]> = {
      'opens a closed operation': ['update', '@open', '@open({ weaker: true })', 'signed in to open'],
      'opens an operation with a permission': ['remove', '@open', '@open({ weaker: true })', 'admin to open'],
    };
    for (const [described2, [operation, refused, allowed, change]] of Object.entries(weaker)) {
      it(`${described} must declare weaker access if it ${described2}`, async () => {
        const body = (decorator: string) => `${decorator} ${operation}() { return { text: 'custom' }; }`;
        expect(await reasonOf(install({ ...base, ...custom(wrap(body(refused))) }).boot())).to.match(
          new RegExp(
            `^custom/resources/things\\.ts: \\w+Things\\.${operation} is open but overrides core/base/resources/things\\.ts, which is .*; to confirm the weaker access, declare it with \\{ weaker: true \\}\\.$`,
          ),
        );
        const { kernel, api } = await install({ ...base, ...custom(wrap(body(allowed))) }).serve();
        await api[operation === 'update' ? 'patch' : 'delete']('/api/things/7').expect(200, { text: 'custom' });
        expect(kernel.remarks.map(({ file, message }) => `${file}: ${message}`)).to.have.length(1);
        expect(kernel.remarks[0]?.message).to.include(
          `.${operation} changes the access of /things/{id} from ${change}`,
        );
      });
    }
  }

  it('must declare the removal of a permission, and gives a remark on a change', async () => {
    const body = (decorator: string) => custom(onItsOwn(`${decorator} remove() { return { text: 'custom' }; }`));
    expect(await reasonOf(install({ ...base, ...body('@signedIn') }).boot())).to.match(
      /is signed in but overrides .*, which is admin;/,
    );
    const signedIn = await install({ ...base, ...body('@signedIn({ weaker: true })') }).boot();
    expect(signedIn.remarks[0]?.message).to.include('from admin to signed in');
    const { remarks } = await install({ ...base, ...body(`@requires('editor')`) }).boot();
    expect(remarks[0]?.message).to.include('from admin to editor');
  });

  it('may close an open operation', async () => {
    const { kernel, api } = await install({
      ...base,
      ...custom(onItsOwn(`@signedIn get() { return { text: '' }; }`)),
    }).serve();
    await api.get('/api/things/7').expect(401);
    expect(kernel.remarks[0]?.message).to.include('from open to signed in');
  });

  it('does not inherit the declared weaker access of its parent', async () => {
    const plugin = (decorator: string) => ({
      'plugins/a/module.json': manifest('a', { mounts: ['/things'] }),
      'plugins/a/resources/things.ts': `${opened}
        @resource('/things') export default class PluginThings { ${decorator} remove() { return { text: 'plugin' }; } }`,
    });
    const child = `
      import Original from '../../plugins/a/resources/things.ts';
      @resource('/things') export default class CustomThings extends Original { @open override remove() { return { text: 'custom' }; } }`;
    const place = install({ ...base, ...plugin('@signedIn({ weaker: true })'), ...custom(child) });
    expect(await reasonOf(place.boot())).to.match(
      /CustomThings\.remove is open but overrides plugins\/a.*which is signed in/,
    );
  });

  it('gives a remark if it overrides nothing', async () => {
    const elsewhere = await install({ ...base, ...custom(extending('', '/others')) }).boot();
    expect(elsewhere.remarks).to.deep.include({
      file: 'custom/resources/things.ts',
      message:
        'CustomThings.get overrides nothing: no earlier layer has get at /others/{id}; correct the operation or the address',
    });
    expect(elsewhere.remarks).to.have.length(4);
    const meant = `@resource('/thingies', { overrides: true }) export default class A { @open @returns(raw) search() { return 1 as never; } }`;
    const { remarks } = await install({ ...base, ...custom(meant) }).boot();
    expect(remarks.map(({ message }) => message)).to.deep.equal([
      'A.search overrides nothing: no earlier layer has search at /thingies; correct the operation or the address',
    ]);
  });

  it('may have another spelling of the address', async () => {
    const files = custom(extending(`override get() { return { text: 'custom' }; }`, '/thing'));
    const { kernel, api } = await install({ ...base, ...files }).serve();
    await api.get('/api/things/7').expect(200, { text: 'custom' });
    await api.get('/api/thing?q=a').expect(200, { text: 'core searches a' });
    expect(kernel.routes.filter(({ layer }) => layer === 'custom')).to.have.length(1);
  });
});
