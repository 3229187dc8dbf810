/** A state machine as data: states and allowed transitions. */
export interface States<State extends string> {
  /** All states, in order of declaration. */
  readonly names: [State, ...State[]];
  /** Whether a transition is allowed; staying in a state always is. */
  allow(from: State, to: State): boolean;
}

/** Names of the states as a type, for rows and inputs: `StateOf<typeof statuses>`. */
export type StateOf<S extends States<string>> = S['names'][number];

/**
 * Declares states, each with its possible successors.
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
