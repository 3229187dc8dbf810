/** Something that is wrong with a request, or with what it is about. */
export interface Fault {
  readonly name: string;
  readonly outcome: string;
  /** Fields of the body that make it so. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** What else makes it so, by name. */
  readonly where?: Readonly<Record<string, unknown>>;
}

/** Every two faults that a request can have at once, the one that is looked for first in front. */
function pairsOf(faults: readonly Fault[]): [Fault, Fault][] {
  return faults.flatMap((first, index) =>
    faults
      .slice(index + 1)
      .filter((second) => !share(first.body, second.body) && !share(first.where, second.where))
      .map((second): [Fault, Fault] => [first, second]),
  );
}

/** Faults that are not found, alone or before any fault that is looked for later. */
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
