import { randomBytes } from 'node:crypto';
import { standardFailures, use } from 'lectern';
import type { FileStore } from '../file_store.ts';

/** Address of files below `/api`. */
export const ADDRESS = '/files';
const PREFIX = `/api${ADDRESS}/`;
const path = /^[a-z0-9_]+\/[a-z0-9_]+\.png$/;

export interface NewFile {
  /** Kind of files, such as `avatars`: lower-case letters, digits and underscores. */
  readonly folder: string;
  /** A PNG that this installation has drawn itself; bytes of a client must not be stored unchanged. */
  readonly png: Uint8Array;
}

/**
 * Stores files that users uploaded. Each file has a random name and never changes.
 *
 * @example
 * const address = await files.save({ folder: 'badges', png: drawn });
 */
export class Files {
  readonly #contributions = use('contributions');
  readonly #logger = use('logger');
  readonly #chosen: string = use('filesConfig').store;
  #store: FileStore | undefined;

  /** @throws Error when no module contributes the configured store */
  start(): void {
    const all = this.#contributions.of('fileStores');
    this.#store = all.find(({ name }) => name === this.#chosen);
    if (this.#store) return;
    const names = all.map(({ name }) => name).join(', ');
    throw new Error(
      `There is no file store "${this.#chosen}"; set modules.files.store to a known store (${names}), ` +
        'or enable the plugin that contributes the store.',
    );
  }

  /**
   * Stores a file.
   * @returns path of the file below the public address, for a field of the type `picture`
   * @throws standardFailures.unavailable when the file store fails
   */
  async save({ folder, png }: NewFile): Promise<string> {
    const file = `${folder}/${randomBytes(16).toString('hex')}.png`;
    try {
      await this.#open.save(file, png);
    } catch (err) {
      this.#logger.error(
        { err, store: this.#chosen },
        `The file store "${this.#chosen}" failed to store a file, so the request is answered with 503; the field "err" says why`,
      );
      throw standardFailures.unavailable({ message: 'The file could not be stored; try again later.' });
    }
    return PREFIX + file;
  }

  /** Returns the content of a file; undefined for a missing file or an invalid path below `/api/files/`. */
  async read(file: string): Promise<Uint8Array | undefined> {
    return path.test(file) ? this.#open.read(file) : undefined;
  }

  /** Removes a file that `save` stored; other addresses are ignored. */
  async remove(address: string): Promise<void> {
    const file = address.startsWith(PREFIX) ? address.slice(PREFIX.length) : '';
    if (path.test(file)) await this.#open.remove(file);
  }

  get #open(): FileStore {
    if (this.#store) return this.#store;
    throw new Error(
      'The file store is not open. Store, read and remove files in start(), ready() or an operation, not in a constructor; ' +
        'a script first calls kernel.start().',
    );
  }
}
