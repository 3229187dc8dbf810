import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A package archive, as its own files describe it. */
export interface Archive {
  readonly package: string;
  readonly version: string;
  /** As npm computes it. */
  readonly integrity: string;
}

const BLOCK = 512;
const MAX_BYTES = 512 * 1024 * 1024;

/** Reads and checks a package archive before npm unpacks it. @throws Error for links, paths that lead out, other files */
export function readArchive(file: string): Archive {
  const bytes = readFileSync(file);
  const name = basename(file);
  let content: string | undefined;
  for (const entry of entriesOf(unzipped(bytes, name))) {
    const problem = problemOf(entry);
    if (problem !== undefined)
      throw new Error(`${name}: the entry "${entry.path}" ${problem}; do not use this archive.`);
    if (/^[^/]+\/package\.json$/.test(entry.path)) content = entry.body().toString();
  }
  const { name: own, version } = JSON.parse(content ?? '{}') as { name?: unknown; version?: unknown };
  if (typeof own !== 'string' || typeof version !== 'string')
    throw new Error(`${name} has no package.json with a name and a version; make the archive with npm pack.`);
  return { package: own, version, integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}` };
}

function unzipped(bytes: Buffer, name: string): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES });
  } catch {
    throw new Error(`${name} is no package archive of at most ${MAX_BYTES} bytes; make it with npm pack.`);
  }
}

interface Entry {
  readonly path: string;
  /** Type of the entry in the format of tar: `0` and NUL are files, `5` folders, `1` and `2` links. */
  readonly type: string;
  readonly body: () => Buffer;
}

/** Entries of a tar archive, with the long names of pax and GNU headers. */
function* entriesOf(tar: Buffer): Generator<Entry> {
  let long: string | undefined;
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0;) {
    const head = tar.subarray(at, at + BLOCK);
    const text = (from: number, to: number) => head.toString('utf8', from, to).replace(/\0[^]*$/, '');
    const size = Number.parseInt(text(124, 136).trim() || '0', 8);
    if (!Number.isSafeInteger(size) || size < 0) throw new Error('The archive is damaged; fetch it again.');
    const start = at + BLOCK;
    const body = () => tar.subarray(start, start + size);
    const type = text(156, 157);
    const prefix = text(257, 262) === 'ustar' ? text(345, 500) : '';
    const path = long ?? (prefix ? `${prefix}/${text(0, 100)}` : text(0, 100));
    long = undefined;
    if (type === 'L') long = body().toString().replace(/\0+$/, '');
    else if (type === 'x') long = /(?:^|\n)\d+ path=([^\n]*)\n/.exec(body().toString())?.[1];
    else if (type !== 'g') yield { path, type, body };
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
}

function problemOf({ path, type }: Entry): string | undefined {
  if (type === '1' || type === '2') return 'is a link';
  if (!['', '0', '5', '7'].includes(type)) return 'is neither a file nor a folder';
  const leadsOut = /^([\\/]|[a-z]:)/i.test(path) || path.split(/[\\/]/).includes('..');
  return leadsOut ? 'leads out of the package' : undefined;
}
