/** A fault of a request, or of the objects that it names. */
export interface Fault {
  readonly name: string;
  readonly outcome: string;
  /** Fields of the body that cause it. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Other conditions that cause it, by name. */
  readonly where?: Readonly<Record<string, unknown>>;
}

/**
 * Pairs of faults that a request can have at once, the one that is looked for first in front: each fault with the
 * nearest before and the nearest after it. A check at another place in the order breaks one of them.
 */
function pairsOf(faults: readonly Fault[]): [Fault, Fault][] {
  const nearestBefore = (one: Fault) => faults.slice(0, faults.indexOf(one)).findLast((other) => canMeet(one, other));
  const nearestAfter = (one: Fault) => faults.slice(faults.indexOf(one) + 1).find((other) => canMeet(one, other));
  return faults.flatMap((first) =>
    faults
      .filter((second) => nearestAfter(first) === second || nearestBefore(second) === first)
      .map((second): [Fault, Fault] => [first, second]),
  );
}

function canMeet(one: Fault, other: Fault): boolean {
  return !share(one.body, other.body) && !share(one.where, other.where);
}

/** Faults that are not found, alone or before the nearest fault that is looked for later. */
export async function breachesOf(
  faults: readonly Fault[],
  told: (...wrong: Fault[]) => Promise<string>,
): Promise<string[]> {
  const breaches: string[] = [];
  for (const wrong of [...faults.map((fault) => [fault] as const), ...pairsOf(faults)]) {
    const [first] = wrong;
    const answer = await told(...wrong);
    if (answer !== first.outcome) breaches.push(`${wrong.map(({ name }) => name).join(' before ')}: ${answer}`);
  }
  return breaches;
}

function share(one: object = {}, other: object = {}): boolean {
  return Object.keys(one).some((name) => name in other);
}
