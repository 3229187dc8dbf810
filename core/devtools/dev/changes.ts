/** Collects changed files. Determines the modules to reload, and whether the process must restart. */
export class Changes {
  readonly #modules = new Set<string>();
  #restartFor: string | undefined;

  /** @param path relative to the folder of the installation */
  add(path: string): void {
    const [layer, name] = path.split(/[\\/]/);
    if (layer === 'custom') this.#modules.add(layer);
    else if (layer === 'plugins' && name !== undefined) this.#modules.add(name);
    else if (layer !== 'plugins') this.#restartFor ??= path;
  }

  /** Changed modules, which a reload replaces in the running process: names of plugins, and `custom`. */
  get modules(): string[] {
    return [...this.#modules];
  }

  /** The first changed file that requires a restart, if any. */
  get restartFor(): string | undefined {
    return this.#restartFor;
  }
}

/** Folders of an installation whose files are watched. */
export const watched = ['core', 'plugins', 'custom', 'config'];

/** Whether a path is not watched: packages, tests, hidden files, and backups of editors. */
export function isIgnored(path: string): boolean {
  return /[\\/](node_modules|test)([\\/]|$)|[\\/]\.[^\\/]*$|~$/.test(path);
}
