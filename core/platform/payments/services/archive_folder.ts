import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

/** Number of archived trades, and their sums in hundredths, exact as text. */
export interface ArchiveTotals {
  readonly trades: number;
  readonly cash: string;
  readonly coins: string;
  readonly boughtCoins: string;
}

/** A file of the archive: a line of JSON for each trade, compressed. */
export interface ArchiveFile extends ArchiveTotals {
  readonly name: string;
  /** `writing` until the file is complete and checked, `written` until its trades are removed, then `done`. */
  readonly state: 'writing' | 'written' | 'done';
  /** Digest of the file; empty while it is written. */
  readonly sha256: string;
}

interface Manifest {
  readonly lecternArchive: 1;
  readonly table: 'trades';
  readonly files: readonly ArchiveFile[];
}

const MANIFEST = 'manifest.json';
const compress = promisify(gzip);
const decompress = promisify(gunzip);

/**
 * A folder with archived trades, and a manifest that names each file before it is written. Files are synced to the disk
 * before the manifest says so.
 */
export class ArchiveFolder {
  readonly #folder: string;
  #files: readonly ArchiveFile[];

  private constructor(folder: string, files: readonly ArchiveFile[]) {
    this.#folder = folder;
    this.#files = files;
  }

  /** @throws Error when the folder is missing, or its manifest is not one of an archive */
  static async open(path: string): Promise<ArchiveFolder> {
    const folder = resolve(path);
    if (!existsSync(folder) || !statSync(folder).isDirectory())
      throw new Error(`The folder ${folder} does not exist. Create it, or name another one with --to.`);
    const file = join(folder, MANIFEST);
    if (!existsSync(file)) return new ArchiveFolder(folder, []);
    return new ArchiveFolder(folder, manifestOf(await readFile(file, 'utf8'), file).files);
  }

  get files(): readonly ArchiveFile[] {
    return this.#files;
  }

  /**
   * Writes lines to a new file, reads the file again, and compares.
   * @returns the file in state `written`
   * @throws Error when the archive has the file already, or when the file differs from the lines
   */
  async write(name: string, totals: ArchiveTotals, lines: readonly string[]): Promise<ArchiveFile> {
    if (this.#files.some((file) => file.name === name))
      throw new Error(
        `${join(this.#folder, name)} has these trades already, so the database is older than the archive. Name another folder with --to.`,
      );
    await this.#keep({ ...totals, name, state: 'writing', sha256: '' });
    const text = Buffer.from(`${lines.join('\n')}\n`);
    await this.#put(name, await compress(text));
    const stored = await readFile(join(this.#folder, name));
    if (!(await decompress(stored)).equals(text))
      throw new Error(
        `${join(this.#folder, name)} differs from what was written. Check the disk; no trade was removed.`,
      );
    const written: ArchiveFile = { ...totals, name, state: 'written', sha256: digestOf(stored) };
    await this.#keep(written);
    return written;
  }

  /** The lines of a file. @throws Error when the file was changed */
  async read({ name, sha256 }: ArchiveFile): Promise<readonly string[]> {
    const path = join(this.#folder, name);
    const stored = await readFile(path);
    if (digestOf(stored) !== sha256)
      throw new Error(
        `${path} differs from its digest in ${MANIFEST}. Restore the file from a copy, then run the command again.`,
      );
    return (await decompress(stored)).toString('utf8').trimEnd().split('\n');
  }

  /** Notes that the trades of a file were removed from the database. */
  finish(file: ArchiveFile): Promise<void> {
    return this.#keep({ ...file, state: 'done' });
  }

  /** Removes an incomplete file; its trades are still in the database. */
  async drop({ name }: ArchiveFile): Promise<void> {
    await rm(join(this.#folder, name), { force: true });
    await this.#save(this.#files.filter((file) => file.name !== name));
  }

  #keep(file: ArchiveFile): Promise<void> {
    return this.#save([...this.#files.filter(({ name }) => name !== file.name), file]);
  }

  async #save(files: readonly ArchiveFile[]): Promise<void> {
    const manifest: Manifest = { lecternArchive: 1, table: 'trades', files };
    await this.#put(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    this.#files = files;
  }

  /** Writes a file that only its owner can read. A crash leaves the former file, or the new one. */
  async #put(name: string, content: Buffer): Promise<void> {
    const path = join(this.#folder, name);
    const file = await open(`${path}.unfinished`, 'w', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.unfinished`, path);
    const folder = await open(this.#folder, 'r');
    await folder.sync().finally(() => folder.close());
  }
}

function digestOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function manifestOf(text: string, file: string): Manifest {
  try {
    const found = JSON.parse(text) as Partial<Manifest>;
    if (found.lecternArchive === 1 && Array.isArray(found.files)) return found as Manifest;
  } catch {
    // The error below names the file.
  }
  throw new Error(`${file} is not the manifest of an archive. Name another folder with --to.`);
}
