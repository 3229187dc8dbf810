/**
 * Store of uploaded files, contributed to the extension point `fileStores`. The setting `modules.files.store` selects a
 * store by name. Paths consist of a folder and a file name, such as `avatars/1f08.png`.
 */
export interface FileStore {
  /** Unique name, for the setting `modules.files.store`. */
  readonly name: string;
  /** Stores a file; readers must never get a partly written file. */
  save(path: string, bytes: Uint8Array): Promise<void>;
  /** Returns the content of a file, undefined for a missing file. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Removes a file; does nothing for a missing file. */
  remove(path: string): Promise<void>;
}
