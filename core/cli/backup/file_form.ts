/** First line of a backup. The manifest follows as the second one, then what is kept, then the digest of all that. */
export const magic = 'LECTERN BACKUP 1\n';

const start = '\nsha256 ';

/** How many bytes the last part has. */
export const trailerLength = start.length + 64 + 1;

/** The last part: without it a backup is not whole. */
export function trailerOf(digest: string): Buffer {
  return Buffer.from(`${start}${digest}\n`);
}

/** @returns the digest, or nothing where there is no whole trailer */
export function digestIn(trailer: Buffer): string | undefined {
  return /^\nsha256 ([0-9a-f]{64})\n$/.exec(trailer.toString('latin1'))?.[1];
}
