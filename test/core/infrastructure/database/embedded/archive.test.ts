import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { unpack } from '../../../../../core/infrastructure/database/embedded/archive.mjs';
import { withFolder } from '../support.ts';

const FOLDER = '5';
const FILE = '0';
const BLOCK = 512;

describe('An archive of a cluster', () => {
  it('is unpacked into files and folders that only their owner can read', () =>
    withFolder(async (folder) => {
      const whole = 'x'.repeat(BLOCK);
      unpack(
        join(folder, 'cluster'),
        archiveOf(
          entry('/base', FOLDER),
          entry('/base/1', FILE, `${whole}y`),
          entry('/empty', FILE),
          entry('/a', FILE, whole),
        ),
      );
      const read = (name: string) => readFileSync(join(folder, 'cluster', name), 'latin1');
      expect(['base/1', 'empty', 'a'].map(read)).to.deep.equal([`${whole}y`, '', whole]);
      expect(statSync(join(folder, 'cluster', 'a')).mode & 0o777).to.equal(0o600);
      expect(statSync(join(folder, 'cluster', 'base')).mode & 0o777).to.equal(0o700);
    }));

  it('is refused if a path leaves its folder', () =>
    withFolder(async (folder) => {
      const archive = archiveOf(entry('/../outside', FILE, 'x'));
      expect(() => unpack(join(folder, 'cluster'), archive)).to.throw(
        'has the path "/../outside", which leaves its folder',
      );
      expect(existsSync(join(folder, 'outside'))).to.equal(false);
    }));
});

function archiveOf(...entries: Buffer[]): Buffer {
  return Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]);
}

/** An entry of a tar archive: the header of one block, and the content in whole blocks. */
function entry(name: string, type: string, content = ''): Buffer {
  const made = Buffer.alloc(BLOCK * (1 + Math.ceil(content.length / BLOCK)));
  made.write(name, 0);
  made.write(content.length.toString(8).padStart(11, '0'), 124);
  made.write(type, 156);
  made.write(content, BLOCK);
  return made;
}
