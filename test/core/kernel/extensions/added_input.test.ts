import { expect } from 'chai';
import { manifest, type Files } from '../../../support/installation.ts';
import { installations, opening } from '../boot/support.ts';
import { base } from '../boot/things.ts';

/** A plugin with an operation hook that adds input to `GET /things`. A header of the answer has what the hook receives. */
function asking(name: string, fields: string, more = ''): Files {
  return {
    [`plugins/${name}/module.json`]: manifest(name),
    [`plugins/${name}/services.js`]: `${opening}
      import { anyFields, rawBody } from 'lectern';
      export default { ${name}Hook: contributes('operationHooks', asValue({
        address: '/things', operation: 'search', input: { ${fields} },
        before(call, input) {
          call.reply.header('X-${name}', JSON.stringify([input, call.input]));
          if (input.level === 13) throw standardFailures.conflict();
        },
        ${more}
      })) };`,
  };
}

const level = `level: input.optional(input.integer({ maximum: 20, description: 'Level of the caller.' })),`;
const mood = `mood: input.oneOf(['glad', 'sad'], { default: 'glad' }),`;

/** Operations that answer their input. */
const echo: Files = {
  'core/base/resources/echoes.js': `${opening} import { anyFields } from 'lectern';
    export default defineResource('/echoes', {
      search: { open: true, accepts: { q: input.text() }, returns: [raw], run: (_, { input }) => input },
      add: { open: true, accepts: anyFields, returns: [raw], run: (_, { input }) => input },
    });`,
};

describe('The input of an operation hook', () => {
  const install = installations();

  it('reaches only this hook, neither the operation nor hooks of other plugins', async () => {
    const plugins = { ...asking('a', level), ...asking('b', mood) };
    const at = Object.entries(plugins).map(([path, text]) => [path, text.replace("'/things'", "'/echoes'")]);
    const { api } = await install({ ...base, ...echo, ...Object.fromEntries(at) }).serve();
    const { headers } = await api.get('/api/echoes?q=x&level=7&unknown=1').expect(200, { q: 'x' });
    expect(JSON.parse(headers['x-a'] ?? '')).to.deep.equal([{ level: 7 }, { q: 'x' }]);
    expect(JSON.parse(headers['x-b'] ?? '')).to.deep.equal([{ mood: 'glad' }, { q: 'x' }]);
  });

  it('is checked like other input before the hook can refuse the call', async () => {
    const { api } = await install({ ...base, ...asking('a', level) }).serve();
    await api.get('/api/things?q=x&level=21').expect(422);
    await api.get('/api/things?q=x&level=13').expect(409);
    await api.get('/api/things?q=x').expect(200, { text: 'core searches x' });
  });

  it('reaches the function `after` of the hook', async () => {
    const after = `after: ({ reply }, result, { level }) => reply.header('X-After', level + ' ' + result.text),`;
    const { api } = await install({ ...base, ...asking('a', level, after) }).serve();
    const { headers } = await api.get('/api/things?q=x&level=7').expect(200);
    expect(headers['x-after']).to.equal('7 core searches x');
  });

  it('is documented with the module that adds it', async () => {
    const { api } = await install({ ...base, ...asking('a', level) }).serve();
    const { body } = await api.get('/api/openapi.json');
    const { parameters } = body.paths['/api/things'].get;
    const added = parameters.find(({ name }: { name: string }) => name === 'level');
    expect(added).to.deep.include({ in: 'query', description: 'Level of the caller.' });
    expect(added.schema['x-origin']).to.deep.equal({ layer: 'plugins', module: 'a', file: 'plugins/a/services.js' });
    expect(parameters.find(({ name }: { name: string }) => name === 'q').schema).to.not.have.property('x-origin');
  });

  it('is ignored while its plugin is disabled', async () => {
    const place = install({ ...base, ...asking('a', level) });
    const { api } = await place.serve({ config: { plugins: { disabled: ['a'] } } });
    const { headers } = await api.get('/api/things?q=x&level=21').expect(200);
    expect(headers).to.not.have.property('x-a');
  });

  it('may not have the name of an input of the operation, or of another hook', async () => {
    const kernel = await install({
      ...base,
      ...asking('a', level),
      ...asking('b', level),
      ...asking('c', 'q: input.text(),'),
    }).boot();
    expect(kernel.failedPlugins.map(({ module, reason }) => `${module}: ${reason}`)).to.have.members([
      'b: plugins/b/services.js: the operation hook of search at /things adds the input "level", which the module a has already declared; choose another name.',
      'c: plugins/c/services.js: the operation hook of search at /things adds the input "q", which the module base has already declared; choose another name.',
    ]);
  });

  it('may not be added to an operation that accepts any field', async () => {
    const [services] = Object.entries(asking('a', level)).filter(([path]) => path.endsWith('.js'));
    const text = services?.[1].replace("'/things', operation: 'search'", "'/echoes', operation: 'add'") ?? '';
    const place = install({ ...base, ...echo, ...asking('a', level), 'plugins/a/services.js': text });
    const [failed] = (await place.boot()).failedPlugins;
    expect(failed?.reason).to.include('adds input, but the operation declares no fields');
  });
});
