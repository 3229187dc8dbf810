/** First line of a backup. The second line is the manifest; then follow the payload and the trailer with a digest. */
export const magic = 'LECTERN BACKUP 1\n';

const start = '\nsha256 ';

export const trailerLength = start.length + 64 + 1;

/** Builds the trailer, the last line of a backup file. A file without a trailer is incomplete. */
export function trailerOf(digest: string): Buffer {
  return Buffer.from(`${start}${digest}\n`);
}

/** @returns the digest in a trailer; undefined when the trailer is incomplete */
export function digestIn(trailer: Buffer): string | undefined {
  return /^\nsha256 ([0-9a-f]{64})\n$/.exec(trailer.toString('latin1'))?.[1];
}
