import { expect } from 'chai';
import { describe, it } from 'mocha';
import { giving, installations, opening } from '../../kernel/boot/support.ts';

const source = (word: string) => giving('plugins/a', `source: asValue({ tell: () => '${word}' })`);

/** A plugin with a service that keeps a reference to another one. */
const keeping = (plugin: string, requires: string, [name, other]: readonly [string, string]) =>
  giving(
    `plugins/${plugin}`,
    `${name}: asFunction((services) => { const kept = services.${other}; return { tell: () => kept.tell() }; })`,
    { requires: { [requires]: '*' } },
  );

const words = `${opening}
  export default defineResource('/plugins/c/words', { uses: ['outer'],
    search: { open: true, returns: [greeting, 'public'], run: (services) => ({ text: services.outer.tell() }) },
  });`;

describe('Services that keep references to others', () => {
  const install = installations();

  it('are rebuilt along the whole chain when a plugin is reloaded', async () => {
    const place = install({
      ...source('1'),
      ...keeping('b', 'a', ['middle', 'source']),
      ...keeping('c', 'b', ['outer', 'middle']),
      'plugins/c/resources/words.js': words,
    });
    const { kernel, api } = await place.serve({ live: true });
    await api.get('/api/plugins/c/words').expect(200, { text: '1' });
    place.write(source('2'));
    expect((await kernel.reload(['a'])).problem).to.equal(undefined);
    await api.get('/api/plugins/c/words').expect(200, { text: '2' });
  });
});
