/** The states that a thing can be in, and the steps between them, as data. */
export interface States<State extends string> {
  /** All of them, in the order in which they were written. */
  readonly names: [State, ...State[]];
  /** Whether one step leads from a state to another; to stay is no step, and always allowed. */
  allow(from: State, to: State): boolean;
}

/** The states of a table, as a type. */
export type StateOf<S extends States<string>> = S['names'][number];

/**
 * A table of states: each with those that may follow it.
 *
 * @example
 * const statuses = defineStates({ draft: ['published'], published: ['closed'], closed: ['published'] });
 * input.oneOf(statuses.names);
 * statuses.allow('draft', 'closed'); // false
 */
export function defineStates<State extends string>(
  next: Readonly<Record<State, readonly NoInfer<State>[]>>,
): States<State> {
  return Object.freeze({
    names: Object.keys(next) as [State, ...State[]],
    allow: (from: State, to: State) => from === to || (next[from] as readonly State[]).includes(to),
  });
}
