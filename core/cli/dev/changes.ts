/** What has to follow from changed files. */
export class Changes {
  readonly #modules = new Set<string>();
  #restartFor: string | undefined;

  /** @param path below the root of the installation */
  add(path: string): void {
    const [layer, name] = path.split(/[\\/]/);
    if (layer === 'custom') this.#modules.add(layer);
    else if (layer === 'plugins' && name !== undefined) this.#modules.add(name);
    else if (layer !== 'plugins') this.#restartFor ??= path;
  }

  /** Names of the plugins, and `custom`, that can be exchanged in the running process. */
  get modules(): string[] {
    return [...this.#modules];
  }

  /** The file that only a new process can take up, if there is one. */
  get restartFor(): string | undefined {
    return this.#restartFor;
  }
}

/** Folders of an installation whose files are watched. */
export const watched = ['core', 'plugins', 'custom', 'config'];

/** What changes without anything to follow: packages, tests, and what editors and version control keep for themselves. */
export function isIgnored(path: string): boolean {
  return /[\\/](node_modules|test)([\\/]|$)|[\\/]\.[^\\/]*$|~$/.test(path);
}
