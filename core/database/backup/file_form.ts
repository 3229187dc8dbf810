/** First line of a backup. The manifest follows as the second line, then the payload, then the digest of all that. */
export const magic = 'LECTERN BACKUP 1\n';

const start = '\nsha256 ';

/** Length of the trailer in bytes. */
export const trailerLength = start.length + 64 + 1;

/** The trailer: a backup without it is incomplete. */
export function trailerOf(digest: string): Buffer {
  return Buffer.from(`${start}${digest}\n`);
}

/** @returns the digest, or nothing where the trailer is incomplete */
export function digestIn(trailer: Buffer): string | undefined {
  return /^\nsha256 ([0-9a-f]{64})\n$/.exec(trailer.toString('latin1'))?.[1];
}
