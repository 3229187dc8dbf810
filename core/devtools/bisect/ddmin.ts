/**
 * Finds a minimal failing sublist by delta debugging: the sublist no longer fails when any one item is removed.
 * @param fails whether a sublist fails; must be true for the whole list and false for the empty list
 */
export async function smallestFailing<T>(
  items: readonly T[],
  fails: (part: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let part = items;
  for (let pieces = 2; part.length >= 2;) {
    const chunks = split(part, pieces);
    const smaller = await firstFailing(chunks, fails);
    const rest = smaller ? undefined : await firstFailing(complements(part, chunks), fails);
    if (!smaller && !rest && pieces >= part.length) return part;
    pieces = smaller ? 2 : rest ? Math.max(pieces - 1, 2) : Math.min(pieces * 2, part.length);
    part = smaller ?? rest ?? part;
  }
  return part;
}

function split<T>(items: readonly T[], pieces: number): T[][] {
  const size = Math.ceil(items.length / pieces);
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** The list without each of the chunks; none for two chunks, because these were tried already. */
function complements<T>(items: readonly T[], chunks: readonly T[][]): T[][] {
  return chunks.length <= 2 ? [] : chunks.map((chunk) => items.filter((item) => !chunk.includes(item)));
}

async function firstFailing<T>(
  parts: readonly (readonly T[])[],
  fails: (part: readonly T[]) => Promise<boolean>,
): Promise<readonly T[] | undefined> {
  for (const part of parts) if (await fails(part)) return part;
  return undefined;
}
