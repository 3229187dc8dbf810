/** What came of one run: whether the installation started with some of its plugins, and how the probe was answered. */
export type Run = Answered | NotAnswered;

export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly body: string;
  /** Files of the route that answered: the one that won, then those it overrides. */
  readonly servedBy: readonly string[];
  /** Plugins that could not start. */
  readonly setAside: readonly { readonly module: string; readonly reason: string }[];
  /** Errors that were logged meanwhile. */
  readonly logged: readonly string[];
}

/** It did not start, or the process ended, or never answered. */
export interface NotAnswered {
  readonly kind: 'not started' | 'not answered';
  readonly reason: string;
}

/** What the process of a run is told. */
export interface Job {
  readonly root: string;
  readonly without: readonly string[];
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly as?: string;
}
