/** Returns a function that returns true at most `limit` times a second. */
export function perSecond(limit: number): () => boolean {
  let second = 0;
  let count = 0;
  return () => {
    const now = Math.floor(performance.now() / 1_000);
    count = now === second ? count + 1 : 1;
    second = now;
    return count <= limit;
  };
}
