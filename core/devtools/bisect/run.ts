/** Result of one run of the installation with some of its plugins: the answer to the probe, or the reason for none. */
export type Run = Answered | NotAnswered;

export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly body: string;
  /** Files of the route that answered, and of the operations that the route overrides; empty without a route. */
  readonly servedBy: readonly string[];
  /** Plugins that could not start. */
  readonly failedPlugins: readonly { readonly module: string; readonly reason: string }[];
  /** Errors logged after the start, while the probe was answered. */
  readonly logged: readonly string[];
}

/** Result of a run in which the installation did not start, ended early, or did not answer in time. */
export interface NotAnswered {
  readonly kind: 'not started' | 'not answered';
  readonly reason: string;
}

/** Instructions that the command sends to the process of one run. */
export interface Job {
  readonly root: string;
  readonly without: readonly string[];
  readonly method: string;
  /** Path and query string of the request. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly as?: string;
}
