/** An installation in development, and folders of plugins that it loads from elsewhere. */
export interface ServedPlace {
  readonly root: string;
  readonly modules: readonly string[];
}

/** Message of the watching process to the serving process. */
export interface ReloadRequest {
  /** Names of the modules whose files have changed. */
  readonly reload: readonly string[];
}

/** Message of the serving process after a reload that needs a port in use; `restart` is the reason for the output. */
export interface RestartRequest {
  readonly restart: string;
}

/** Message of the serving process, sent every second and as the answer to each request while its event loop turns. */
export interface Heartbeat {
  /** Whether a debugger is attached, which may pause the process at any line. */
  readonly isDebugged: boolean;
}
