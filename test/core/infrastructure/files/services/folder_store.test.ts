import { mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { construct } from 'lectern/testing';
import { Files } from '../../../../../core/infrastructure/files/services/files.ts';
import { MeterRegistry } from '../../../../../core/hosting/telemetry/meters.ts';
import { FolderStore } from '../../../../../core/infrastructure/files/services/folder_store.ts';

describe('The folder of files', () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'lectern-files-test-'));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const meters = new MeterRegistry({ warn: () => undefined });
  const storeIn = (folder: string | undefined, dataDir: string) =>
    construct(FolderStore, {
      filesConfig: { store: 'folder', ...(folder && { folder }) },
      databaseConfig: { dataDir } as never,
      meters,
    });

  it('replaces a file, and leaves no temporary file', async () => {
    const store = storeIn(root, '.data');
    await store.save('avatars/a.png', Buffer.from('first'));
    await store.save('avatars/a.png', Buffer.from('second'));
    expect(String(await store.read('avatars/a.png'))).to.equal('second');
    expect(await readdir(join(root, 'avatars'))).to.deep.equal(['a.png']);
    await store.remove('avatars/a.png');
    await store.remove('avatars/a.png');
    expect(await store.read('avatars/a.png')).to.equal(undefined);
  });

  it('measures the free space of its disk, also before its folder exists', async () => {
    const { bavail, bsize } = await statfs(root);
    storeIn(join(root, 'a/b'), '.data');
    const [, bytes] = /^lectern_files_free_bytes (\d+)$/m.exec(await meters.registry.metrics()) ?? [];
    expect(Number(bytes)).to.be.closeTo(bavail * bsize, 1e9);
  });

  it('is `files` in the data folder by default, and keeps its files after a stop', async () => {
    const store = storeIn(undefined, root);
    await store.save('avatars/a.png', Buffer.from('kept'));
    await store.stop();
    expect(await readdir(join(root, 'files/avatars'))).to.deep.equal(['a.png']);
  });

  it('answers 503 when it cannot be written, and logs the reason', async () => {
    await writeFile(join(root, 'occupied'), '');
    const lines: unknown[] = [];
    const logger = { error: (about: object) => lines.push(about) };
    const contributions = { of: () => [storeIn(join(root, 'occupied'), '.data')] };
    const files = construct(Files, { contributions, filesConfig: { store: 'folder' }, logger });
    files.start();
    const error = await files.save({ folder: 'avatars', png: Buffer.alloc(1) }).catch((thrown: unknown) => thrown);
    expect(error).to.have.nested.property('kind.code', 8);
    expect(JSON.stringify(lines)).to.include('occupied');
  });
});
