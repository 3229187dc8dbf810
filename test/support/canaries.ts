const MIN_PLAIN = 8;

/** Secrets that a test puts into the system, to detect texts that reveal them. */
export class Canaries {
  /** The names and searches of the secrets. */
  readonly #secrets = new Map<string, readonly [name: string, isIn: (text: string) => boolean]>();

  /** Adds a secret, with a name for messages. @returns the secret */
  add(name: string, secret: string): string {
    if (secret === '') throw new Error(`The secret "${name}" is empty and would be found in every text.`);
    this.#secrets.set(secret, [name, secret.length < MIN_PLAIN ? wordSearch(secret) : disguisedSearch(secret)]);
    return secret;
  }

  /** Number of secrets. */
  get size(): number {
    return this.#secrets.size;
  }

  /** Returns the names of the secrets that a text contains, plain or encoded. */
  in(text: string): string[] {
    return [...this.#secrets.values()].filter(([, isIn]) => isIn(text)).map(([name]) => name);
  }
}

/** Returns the search of a short secret. Only a separate word matches, because ids contain short texts by chance. */
function wordSearch(secret: string): (text: string) => boolean {
  const pattern = new RegExp(`(?<![A-Za-z0-9])${secret}(?![A-Za-z0-9])`, 'i');
  return (text) => pattern.test(text);
}

function disguisedSearch(secret: string): (text: string) => boolean {
  const bytes = Buffer.from(secret);
  const encoded = [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('hex')];
  const disguises = [...new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), ...encoded])];
  return (text) => disguises.some((disguise) => text.includes(disguise));
}
