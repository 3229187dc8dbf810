import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';

/** An instance of the hook besides the one that loads this file. */
const instance = '../../../../core/hosting/loader/hook.mjs?another';

describe('The loader hook', () => {
  let root: string;
  let compiled: (text: string) => string;

  before(async () => {
    root = mkdtempSync(join(tmpdir(), 'lectern-hook-'));
    const { initialize, load } = (await import(instance)) as typeof import('../../../../core/hosting/loader/hook.mjs');
    initialize({ entryPoints: {}, cache: { root, kept: join(root, 'kept') } });
    compiled = (text) => {
      writeFileSync(join(root, 'a.ts'), text);
      return (load(pathToFileURL(join(root, 'a.ts')).href, {} as never, undefined as never) as { source: string })
        .source;
    };
  });
  after(() => rmSync(root, { recursive: true }));

  it('compiles a source once, and again when its text has changed', () => {
    expect(compiled('export const a: number = 1;')).to.include('export const a = 1;');
    const [entry = ''] = readdirSync(join(root, 'kept'));
    const path = join(root, 'kept', entry);
    writeFileSync(path, readFileSync(path, 'utf8').replace('a = 1', 'a = 7'));
    expect(compiled('export const a: number = 1;')).to.include('a = 7');
    expect(compiled('export const a: number = 2;')).to.include('a = 2');
    expect(readdirSync(join(root, 'kept'))).to.deep.equal([entry]);
  });

  it('compiles without a cache when its folder cannot be written', () => {
    rmSync(join(root, 'kept'), { recursive: true });
    writeFileSync(join(root, 'kept'), '');
    expect(compiled('export const a: number = 3;')).to.include('a = 3');
  });
});
