import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { StagedCluster } from '../../../../../core/infrastructure/database/backup/embedded_backup.ts';
import { failureOf } from '../support.ts';

describe('A restored embedded database', () => {
  it('leaves the existing database in place if the exchange fails', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'restore-'));
    try {
      mkdirSync(join(dataDir, 'postgres'));
      writeFileSync(join(dataDir, 'postgres', 'rows'), 'old');
      const staged = new StagedCluster(dataDir, mkdtempSync(join(dataDir, 'restoring-')));
      expect(await failureOf(staged.take())).to.include({ code: 'ENOENT' });
      await staged.clear();
      expect(readdirSync(dataDir)).to.deep.equal(['postgres']);
      expect(readFileSync(join(dataDir, 'postgres', 'rows'), 'utf8')).to.equal('old');
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
