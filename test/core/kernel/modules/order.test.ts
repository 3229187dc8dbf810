import { expect } from 'chai';
import fc from 'fast-check';
import { layers, type Layer } from '../../../../core/kernel/modules/layers.ts';
import { orderModules, type ModuleCandidate } from '../../../../core/kernel/modules/order.ts';
import { giving, greeter, installations, reasonOf } from '../boot/support.ts';

const namesOf = (modules: readonly { name: string }[]) => modules.map(({ name }) => name);

describe('The order of the modules', () => {
  const install = installations();

  it('goes by layer, and by name within a layer', async () => {
    const kernel = await install({
      ...greeter('custom'),
      ...greeter('plugins/beta'),
      ...greeter('plugins/alpha'),
      ...greeter('core/zeta'),
    }).boot();
    expect(namesOf(kernel.modules)).to.deep.equal(['zeta', 'alpha', 'beta', 'custom']);
    expect(kernel.modules.map(({ layer }) => layer)).to.deep.equal(['core', 'plugins', 'plugins', 'custom']);
  });

  it('puts a required module before the module that requires it', async () => {
    const kernel = await install({
      ...greeter('plugins/a', { requires: { c: '^1.0.0' } }),
      ...greeter('plugins/b'),
      ...greeter('plugins/c'),
    }).boot();
    expect(namesOf(kernel.modules)).to.deep.equal(['c', 'a', 'b']);
  });

  it('follows "before" and "after", also with names of absent modules', async () => {
    const kernel = await install({
      ...greeter('plugins/a', { after: ['c', 'absent'] }),
      ...greeter('plugins/b'),
      ...greeter('plugins/c'),
      ...greeter('plugins/d', { before: ['b', 'absent'] }),
    }).boot();
    expect(namesOf(kernel.modules)).to.deep.equal(['c', 'a', 'd', 'b']);
  });

  it('puts no plugin before a module of core', async () => {
    const kernel = await install({ ...greeter('core/base'), ...greeter('plugins/a', { before: ['base'] }) }).boot();
    expect(namesOf(kernel.modules)).to.deep.equal(['base', 'a']);
  });

  it('is the same for every listing of the file system, with requirements first', () => {
    fc.assert(
      fc.property(graphs(), ({ modules, listing }) => {
        const ordered = orderModules(modules);
        const position = new Map(ordered.map(({ name }, index) => [name, index]));
        for (const { name, manifest } of modules) {
          for (const required of Object.keys(manifest.requires ?? {})) {
            expect(position.get(required), `${required} before ${name}`).to.be.lessThan(position.get(name) ?? -1);
          }
        }
        const ranks = ordered.map(({ layer }) => layers.indexOf(layer));
        expect(ranks).to.deep.equal(ranks.toSorted((a, b) => a - b));
        expect(namesOf(orderModules(listing))).to.deep.equal(namesOf(ordered));
      }),
    );
  });
});

/** Modules that require some of those made before them, and the same ones shuffled. */
function graphs(): fc.Arbitrary<{ modules: ModuleCandidate[]; listing: ModuleCandidate[] }> {
  const seeds = fc.record({
    name: fc.stringMatching(/^[a-z][a-z0-9_]{0,3}$/),
    layer: fc.constantFrom<Layer>('core', 'plugins'),
    picks: fc.array(fc.nat(), { maxLength: 3 }),
  });
  return fc.uniqueArray(seeds, { maxLength: 14, selector: ({ name }) => name }).chain((nodes) => {
    const sorted = nodes.toSorted((a, b) => layers.indexOf(a.layer) - layers.indexOf(b.layer));
    const modules = sorted.map(({ name, layer, picks }, index): ModuleCandidate => {
      const requires = Object.fromEntries(
        index > 0 ? picks.map((pick) => [sorted[pick % index]?.name ?? '', '*']) : [],
      );
      const engines = { lectern: '*' };
      return { name, layer, folder: `/${layer}/${name}`, manifest: { name, version: '1.0.0', engines, requires } };
    });
    const listing = fc.shuffledSubarray(modules, { minLength: modules.length });
    return listing.map((shuffled) => ({ modules, listing: shuffled }));
  });
}

describe('A cycle of requirements', () => {
  const install = installations();

  for (const names of [
    ['a', 'b'],
    ['a', 'b', 'c'],
  ]) {
    it(`of ${names.length} plugins sets them aside, naming the cycle, and other plugins run`, async () => {
      const circle = names.map((name, index) =>
        greeter(`plugins/${name}`, { requires: { [names[(index + 1) % names.length] ?? '']: '*' } }),
      );
      const { kernel, api } = await install(Object.assign({}, ...circle, greeter('plugins/z'))).serve();
      expect(kernel.failedPlugins.map(({ module }) => module)).to.have.members(names);
      expect(kernel.failedPlugins[0]?.reason).to.equal(
        `plugins/a/module.json: these modules have to start before each other: ${[...names, 'a'].join(' -> ')}; remove one entry of "requires", "before" or "after".`,
      );
      await api.get('/api/plugins/z/greetings').expect(200, { text: 'z' });
    });
  }

  it('in core stops the start', async () => {
    const place = install({
      ...greeter('core/a', { requires: { b: '*' } }),
      ...greeter('core/b', { requires: { a: '*' } }),
    });
    expect(await reasonOf(place.boot())).to.match(/^core\/a\/module\.json: .*a -> b -> a/);
  });

  it('by "before" and "after" sets one plugin aside', async () => {
    const place = install({ ...greeter('plugins/a', { before: ['b'], after: ['b'] }), ...greeter('plugins/b') });
    const kernel = await place.boot();
    expect(kernel.failedPlugins.map(({ module }) => module)).to.deep.equal(['a']);
    expect(namesOf(kernel.modules)).to.deep.equal(['b']);
  });
});

describe('A requirement', () => {
  const install = installations();

  it('that is not installed sets the plugin aside', async () => {
    const kernel = await install(greeter('plugins/a', { requires: { nobody: '^2.0.0' } })).boot();
    expect(kernel.failedPlugins[0]?.reason).to.match(
      /^plugins\/a\/module\.json: .*"nobody" \(\^2\.0\.0\).*is missing or failed to start; add it, or its package to "dependencies" of package\.json, or fix it\./,
    );
  });

  it('with a misspelt name suggests the present module', async () => {
    const files = { ...greeter('plugins/forum', { requires: { poetyr: '*' } }), ...greeter('plugins/poetry') };
    const kernel = await install(files).boot();
    expect(kernel.failedPlugins[0]?.reason).to.include('"poetyr" (is "poetry" meant?) (*), which is missing');
  });

  it('of a failed plugin suggests no other name', async () => {
    const files = {
      ...greeter('plugins/forum', { requires: { poems: '*' } }),
      ...greeter('plugins/poetry'),
      ...giving('plugins/poems', 'poems: asFunction(() => { throw new Error("no"); })'),
    };
    const kernel = await install(files).boot();
    expect(kernel.failedPlugins.map(({ module, reason }) => [module, reason])).to.deep.equal([
      ['poems', 'plugins/poems/services.js: the service "poems" cannot be built: no (plugins/poems/services.js:4)'],
      [
        'forum',
        'plugins/forum/module.json: it requires the module "poems" (*), which is missing or failed to start; add it, or its package to "dependencies" of package.json, or fix it.',
      ],
    ]);
  });

  it('that is too old sets the plugin aside', async () => {
    const kernel = await install({
      ...greeter('plugins/a', { requires: { b: '^2.0.0' } }),
      ...greeter('plugins/b', { version: '1.4.0' }),
    }).boot();
    expect(kernel.failedPlugins).to.have.length(1);
    expect(kernel.failedPlugins[0]?.reason).to.match(
      /^plugins\/a\/module\.json: .*"b" \^2\.0\.0 but 1\.4\.0 is installed/,
    );
  });

  it('of a later layer is refused', async () => {
    const place = install({ ...greeter('core/a', { requires: { b: '*' } }), ...greeter('plugins/b') });
    expect(await reasonOf(place.boot())).to.match(/^core\/a\/module\.json: .*later layer plugins/);
  });

  it('that is set aside makes all modules fail that require it', async () => {
    const kernel = await install({
      ...greeter('plugins/a', { requires: { b: '*' } }),
      ...greeter('plugins/b', { requires: { c: '*' } }),
      'plugins/c/module.json': '{',
      ...greeter('plugins/d'),
    }).boot();
    expect(kernel.failedPlugins.map(({ module }) => module)).to.have.members(['a', 'b', 'c']);
    expect(namesOf(kernel.modules)).to.deep.equal(['d']);
  });

  it('of a core module that is not installed stops the start', async () => {
    const place = install(greeter('core/a', { requires: { nobody: '*' } }));
    expect(await reasonOf(place.boot())).to.match(/^core\/a\/module\.json: .*"nobody"/);
  });
});
