import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { StagedCluster } from '../../../../core/database/backup/embedded_backup.ts';
import type { Backup } from '../../../../core/database/backup/read_file.ts';
import { openCluster } from '../../../../core/database/embedded/cluster.mjs';
import { failureOf } from '../support.ts';

describe('A restored embedded database', () => {
  it('leaves the existing database in place if the exchange fails', async () => {
    const source = await openCluster(undefined);
    const dump = gzipSync((await source.dump?.()) as Buffer);
    await source.close();
    const dataDir = mkdtempSync(join(tmpdir(), 'restore-'));
    try {
      mkdirSync(join(dataDir, 'postgres'));
      writeFileSync(join(dataDir, 'postgres', 'rows'), 'old');
      const staged = await StagedCluster.unpack(dataDir, { payload: () => Readable.from([dump]) } as unknown as Backup);
      rmSync(join(staged.folder, 'postgres'), { recursive: true });
      expect(await failureOf(staged.take())).to.include({ code: 'ENOENT' });
      await staged.clear();
      expect(readdirSync(dataDir)).to.deep.equal(['postgres']);
      expect(readFileSync(join(dataDir, 'postgres', 'rows'), 'utf8')).to.equal('old');
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
