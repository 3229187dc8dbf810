import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { reasonOf } from '../../../hosting/internals.ts';
import { digestIn, magic, trailerLength } from './file_form.ts';
import type { Manifest } from './manifest.ts';

const longestManifest = 64 * 1024 * 1024;
const piece = 64 * 1024;

/** A backup whose digest was verified. */
export interface Backup {
  readonly file: string;
  readonly manifest: Manifest;
  readonly bytes: number;
  /** The payload, without manifest and trailer. */
  readonly payload: () => Readable;
}

/**
 * Opens a backup, and checks its digest.
 * @throws Error when the file is missing, unreadable, damaged, truncated, not a backup, or of a newer format
 */
export async function readBackup(given: string): Promise<Backup> {
  const file = resolve(given);
  const handle = await openFile(file);
  try {
    const { size } = await handle.stat();
    const head = await headOf(handle, file);
    const end = size - trailerLength;
    const digest = end < head.length ? undefined : digestIn(await bytesAt(handle, end, trailerLength));
    if (digest === undefined) throw new Error(`${file} is incomplete: its end is missing. Use another backup.`);
    if ((await digestOf(file, end)) !== digest)
      throw new Error(`${file} is damaged: its content differs from its digest. Use another backup.`);
    const payload = () => createReadStream(file, { start: head.length, end: end - 1 });
    return { file, manifest: manifestIn(head, file), bytes: size, payload };
  } finally {
    await handle.close();
  }
}

async function openFile(file: string): Promise<FileHandle> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new Error(`There is no file ${file}; name a file that lectern backup has written.`);
  return open(file, 'r').catch((cause: unknown) => {
    throw new Error(`${file} cannot be read: ${reasonOf(cause)}. Name a file that this user may read.`, { cause });
  });
}

async function headOf(handle: FileHandle, file: string): Promise<Buffer> {
  let head = await bytesAt(handle, 0, piece);
  if (head.subarray(0, magic.length).toString('latin1') !== magic) throw new Error(otherForm(head, file));
  for (;;) {
    const end = head.indexOf('\n', magic.length);
    if (end >= 0) return head.subarray(0, end + 1);
    const more = await bytesAt(handle, head.length, piece);
    if (more.length === 0 || head.length > longestManifest)
      throw new Error(`${file} is incomplete: the end of its manifest is missing. Use another backup.`);
    head = Buffer.concat([head, more]);
  }
}

function otherForm(head: Buffer, file: string): string {
  const [version] = /^LECTERN BACKUP \d+\n/.exec(head.toString('latin1')) ?? [];
  if (version === undefined) return `${file} is not a backup of Lectern. Name a file that lectern backup has written.`;
  return `${file} has the form "${version.trim()}", which this version of Lectern does not know. Restore it with a newer Lectern.`;
}

function manifestIn(head: Buffer, file: string): Manifest {
  const text = head.subarray(magic.length).toString();
  const manifest = JSON.parse(text) as { readonly lecternBackup: number; readonly format: string };
  if (manifest.format === 'embedded')
    throw new Error(
      `${file} has the files of an embedded database, as only Lectern 0.1 reads them. Restore it with Lectern 0.1, and start this version on the same DATA_DIR.`,
    );
  if (manifest.lecternBackup === 1) return manifest as Manifest;
  throw new Error(
    `${file} has the backup format ${manifest.lecternBackup}, which this version cannot read; restore it with a newer Lectern.`,
  );
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

async function digestOf(file: string, end: number): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(file, { end: end - 1 })) digest.update(chunk as Buffer);
  return digest.digest('hex');
}
