import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, lstatSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { magic, trailerOf } from './file_form.ts';
import type { Manifest } from './manifest.ts';

export interface BackupTarget {
  /** Path of the file, or `-` for standard output. */
  readonly out: string;
  readonly stdout: NodeJS.WritableStream;
  /** Whether an existing file may be replaced. */
  readonly force: boolean;
  /** Aborts the backup; the partial file is removed. */
  readonly signal: AbortSignal;
}

type Payload = AsyncIterable<Uint8Array>;

/**
 * Refuses an unusable destination.
 * @throws Error when the folder is missing, or the path is not a file
 * @throws Error when the file exists and `force` is false
 */
export function refuseTaken({ out, force }: Pick<BackupTarget, 'out' | 'force'>): void {
  if (out === '-') return;
  const file = resolve(out);
  if (!existsSync(dirname(file))) throw new Error(`The folder ${dirname(file)} does not exist. Create it first.`);
  if (!existsSync(file)) return;
  if (!lstatSync(file).isFile()) throw new Error(`${file} is not a regular file. Name another file with --out.`);
  if (!force) throw new Error(`${file} exists. Name another file with --out, or add --force to replace this file.`);
}

/** Writes a backup to standard output, or to a file that only its owner can read. A partial file has another name. */
export async function writeFile(target: BackupTarget, manifest: Manifest, payload: Payload): Promise<void> {
  const { out, stdout, signal } = target;
  if (out === '-') return pipeline(framed(manifest, payload), stdout, { signal, end: false });
  const file = resolve(out);
  const unfinished = `${file}.${process.pid}.unfinished`;
  try {
    const written = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(framed(manifest, payload), written, { signal });
    refuseTaken(target);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw new Error(`${file} was not written: ${writeProblemOf(error, signal)}`, { cause: error });
  }
  await keepName(dirname(file));
}

/** Syncs the folder, so that the file's name survives a power failure. */
async function keepName(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

function writeProblemOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'it was interrupted.';
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' ? 'the disk is full. Free space on the disk, or name a file elsewhere with --out.' : message;
}

async function* framed(manifest: Manifest, payload: Payload): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256');
  const head = Buffer.from(`${magic}${JSON.stringify(manifest)}\n`);
  digest.update(head);
  yield head;
  for await (const chunk of payload) {
    digest.update(chunk);
    yield chunk;
  }
  yield trailerOf(digest.digest('hex'));
}
