/** Section `modules.files` of the configuration; `module.json` describes each value. */
export interface FilesConfig {
  readonly store: string;
  readonly folder?: string;
}
