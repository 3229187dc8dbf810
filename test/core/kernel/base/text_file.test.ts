import { join } from 'node:path';
import { expect } from 'chai';
import { Installation, manifest, type Files } from '../../../support/installation.ts';

const word = (name: string) => `
import { defineResource, raw } from 'lectern';
import data from '../data.json' with { type: 'json' };
export default defineResource('/plugins/${name}/words', {
  search: { open: true, returns: [raw], run: () => [data.word] },
});`;

const marked = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, `\uFEFF${text}`]));

describe('A byte order mark', () => {
  let installation: Installation;
  before(() => {
    const config = { requires: { database: '*' }, config: { properties: { word: { type: 'string', secret: true } } } };
    const files = Object.entries({ typed: 'ts', plain: 'js' }).map(([name, ending]) => ({
      [`plugins/${name}/module.json`]: manifest(name, config),
      [`plugins/${name}/examples.json`]: '{}',
      [`plugins/${name}/data.json`]: JSON.stringify({ word: name }),
      [`plugins/${name}/resources/words.${ending}`]: word(name),
      [`plugins/${name}/migrations/0001_none.${ending}`]: 'export async function up() {}',
    }));
    installation = new Installation();
    installation.linkCore('database');
    const typed = { word: { $file: join(installation.root, 'word.txt') } };
    const secret = { modules: { typed, database: { dataDir: 'memory' } } };
    const others = { 'config/default.json': JSON.stringify(secret), 'word.txt': 'Emma\n' };
    installation.write(marked(Object.assign({}, others, ...files) as Files));
  });
  after(() => installation.clear());

  for (const live of [false, true])
    it(`at the start of files is ignored${live ? ', in development' : ''}`, async () => {
      const { kernel, api } = await installation.serve({ live });
      expect(kernel.failedPlugins).to.deep.equal([]);
      for (const name of ['typed', 'plain'])
        expect((await api.get(`/api/plugins/${name}/words`).expect(200)).body).to.deep.equal([name]);
      expect(Reflect.get(kernel.services, 'typedConfig')).to.deep.equal({ word: 'Emma' });
      const { files } = await kernel.migrationsOf('plain');
      expect(files.map(({ text }) => text)).to.deep.equal(['export async function up() {}']);
    });
});
