/** What the watching process tells the serving one. */
export interface ReloadRequest {
  /** Names of the modules whose files have changed. */
  readonly reload: readonly string[];
}

/** What the serving process answers when it cannot help. */
export interface RestartRequest {
  readonly restart: string;
}
