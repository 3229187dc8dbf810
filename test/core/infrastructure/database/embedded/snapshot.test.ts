import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { pgliteVersion, readSnapshot } from '../../../../../core/infrastructure/database/embedded/snapshot.mjs';
import { textOf } from '../../../../support/documents.ts';
import { withFolder } from '../support.ts';

describe('Snapshot of a fresh cluster', () => {
  it('belongs to the PGlite version of package.json', () => {
    const { dependencies } = JSON.parse(textOf('package.json')) as { dependencies: object };
    expect(dependencies).to.include({ '@electric-sql/pglite': pgliteVersion() });
  });

  it('is made once and read afterwards', () =>
    withFolder(async (folder) => {
      const { made, read } = counting(join(folder, 'snapshot.tar.gz'));
      expect(await read()).to.equal('archive 1');
      expect(await read()).to.equal('archive 1');
      expect(made()).to.equal(1);
    }));

  it('is made again if it is damaged', () =>
    withFolder(async (folder) => {
      const file = join(folder, 'snapshot.tar.gz');
      const { made, read } = counting(file);
      await read();
      const sound = await readFile(file);
      await writeFile(file, sound.subarray(0, sound.length - 6));
      expect(await read()).to.equal('archive 2');
      await writeFile(file, 'nonsense');
      expect(await read()).to.equal('archive 3');
      expect(await read()).to.equal('archive 3');
      expect(made()).to.equal(3);
    }));

  it('is made at each start, with one warning, if its file cannot be written', () =>
    withFolder(async (folder) => {
      const file = join(folder, 'no', 'such', 'folder');
      const { read } = counting(file);
      const warnings: string[] = [];
      const emitWarning = process.emitWarning.bind(process);
      process.emitWarning = (warning) => void warnings.push(String(warning));
      try {
        expect(await read()).to.equal('archive 1');
        expect(await read()).to.equal('archive 2');
      } finally {
        process.emitWarning = emitWarning;
      }
      expect(warnings).to.have.length(1);
      expect(warnings[0]).to.match(/^The snapshot .*folder was not written \(ENOENT.*\), so each start .*; free space/);
    }));
});

function counting(file: string) {
  let count = 0;
  const make = async () => Buffer.from(`archive ${++count}`);
  return {
    made: () => count,
    read: async () => (await readSnapshot(make, file)).toString(),
  };
}
