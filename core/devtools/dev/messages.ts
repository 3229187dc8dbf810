/** Message of the watching process to the serving one. */
export interface ReloadRequest {
  /** Names of the modules whose files have changed. */
  readonly reload: readonly string[];
}

/** Answer of the serving process when a reload needs a port that is taken; `restart` is the reason for the output. */
export interface RestartRequest {
  readonly restart: string;
}
