/** Result of one run: whether the installation started with some of its plugins, and its answer to the probe. */
export type Run = Answered | NotAnswered;

export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly body: string;
  /** Files of the route that answered: the serving file first, then the files that it overrides. */
  readonly servedBy: readonly string[];
  /** Plugins that could not start. */
  readonly failedPlugins: readonly { readonly module: string; readonly reason: string }[];
  /** Errors logged after the start, while the probe was answered. */
  readonly logged: readonly string[];
}

/** The installation did not start, its process ended, or it did not answer in time. */
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
