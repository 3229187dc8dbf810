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
export function pairsOf(faults: readonly Fault[]): [Fault, Fault][] {
  return faults.flatMap((first, index) =>
    faults
      .slice(index + 1)
      .filter((second) => !share(first.body, second.body) && !share(first.where, second.where))
      .map((second): [Fault, Fault] => [first, second]),
  );
}

function share(one: object = {}, other: object = {}): boolean {
  return Object.keys(one).some((name) => name in other);
}
