import { unwatchFile, watchFile } from 'node:fs';
import type { Tree } from '../../kernel/base/tree.ts';
import type { Logger } from '../../kernel/base/logger.ts';
import type { loadSection } from './load_config.ts';
import type { ConfigSurroundings } from './secret_files.ts';

/** Reads the section of a module. @param file receives the path of each secret file */
type ReadSection = (file?: ConfigSurroundings['file']) => ReturnType<typeof loadSection>;

/** Milliseconds between two looks at a secret file. */
const LOOK_MS = 1_000;

/** Settings of modules, read again when their secret files change: `NAME_FILE` and `{ "$file": ... }`. */
export class SecretSettings {
  readonly #read = new Map<string, ReadSection>();

  constructor(private readonly logger: Logger) {}

  /** Remembers how the section of a module is read. */
  add(module: string, read: ReadSection): void {
    this.#read.set(module, read);
  }

  /**
   * Reads the section of a module with the present texts of its secret files; all other settings are those of the start.
   * @returns undefined when a file cannot be read, which is logged
   */
  now(module: string, file?: ConfigSurroundings['file']): Tree | undefined {
    const { section, problems } = this.#read.get(module)?.(file) ?? { problems: [] };
    if (problems.length === 0) return section;
    const why = problems.join('; ');
    this.logger.error({ module }, `Secrets of the module "${module}" stay as they were, because of a file: ${why}`);
    return undefined;
  }

  /** Calls `changed` whenever a secret file of a module has changed. @returns a function that ends this */
  watch(module: string, changed: (section: Tree) => void): () => void {
    const files = new Set<string>();
    this.now(module, (file) => files.add(file));
    const look = () => {
      const section = this.now(module);
      if (section) changed(section);
    };
    for (const file of files) watchFile(file, { interval: LOOK_MS, persistent: false }, look);
    return () => {
      for (const file of files) unwatchFile(file, look);
    };
  }
}
