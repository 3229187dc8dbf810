import { expect } from 'chai';
import { manifest, type Files } from '../../../support/installation.ts';
import { installations } from '../../kernel/boot/support.ts';

const opening = `import { defineResource, raw } from 'lectern';`;

/** A module of core whose operation calls a service of another module of core, which throws. */
const core: Files = {
  'core/deep/module.json': manifest('deep'),
  'core/deep/services.js': `import { asValue } from 'lectern';
    export default { deep: asValue({ dive() { throw new Error('too deep'); } }) };`,
  'core/ground/module.json': manifest('ground', { requires: { deep: '*' } }),
  'core/ground/resources/grounds.js': `${opening}
    export default defineResource('/grounds', {
      search: { open: true, returns: [raw], run: ({ deep }) => {
        deep.dive();
      } },
    });`,
};

/** Custom, whose override calls the operation of a plugin. */
const overridden: Files = {
  'plugins/a/module.json': manifest('a'),
  'plugins/a/resources/items.js': `${opening}
    export default defineResource('/plugins/a/items', { search: { open: true, returns: [raw], run: async () => {
      throw new Error('no luck');
    } } });`,
  'custom/module.json': manifest('custom'),
  'custom/resources/items.js': `${opening}
    export default defineResource('/plugins/a/items', { search: { run: async (_services, _call, original) => await original() } });`,
};

describe('The error of an operation', () => {
  const install = installations();

  async function errorAt(path: string, files: Files) {
    const { kernel, api } = await install(files).serve();
    const errors: unknown[] = [];
    const end = kernel.services.installation.errors.listen(({ error, ...about }) => errors.push(about));
    await api.get(path).set('X-Request-Id', 'one').expect(500);
    end();
    await api.get(path).expect(500);
    expect(errors).to.have.length(1);
    return errors[0];
  }

  it('of core names the line in the module of the route, not in called modules', async () => {
    const at = 'core/ground/resources/grounds.js:4';
    const about = { id: 'one', method: 'GET', route: '/grounds', module: 'ground', at };
    expect(await errorAt('/api/grounds', core)).to.deep.equal(about);
  });

  it('of an overridden operation of a plugin names the plugin', async () => {
    const at = 'plugins/a/resources/items.js:3';
    const about = { id: 'one', method: 'GET', route: '/plugins/a/items', module: 'a', at };
    expect(await errorAt('/api/plugins/a/items', overridden)).to.deep.equal(about);
  });
});
