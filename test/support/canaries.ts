const MIN_PLAIN = 8;

/** Secrets that a test puts into the system, to detect texts that reveal them. */
export class Canaries {
  readonly #names = new Map<string, string>();
  readonly #patterns = new Map<string, RegExp>();

  /** Adds a secret, with a name for messages. @returns the secret */
  add(name: string, secret: string): string {
    if (secret === '') throw new Error(`The secret "${name}" is empty and would be found in every text.`);
    this.#names.set(secret, name);
    if (secret.length < MIN_PLAIN) this.#patterns.set(secret, wordOf(secret));
    return secret;
  }

  /** Number of secrets. */
  get size(): number {
    return this.#names.size;
  }

  /** Returns the names of the secrets that a text contains, plain or encoded. */
  in(text: string): string[] {
    return [...this.#names].filter(([secret]) => this.#isIn(text, secret)).map(([, name]) => name);
  }

  #isIn(text: string, secret: string): boolean {
    const pattern = this.#patterns.get(secret);
    return pattern ? pattern.test(text) : disguisesOf(secret).some((disguise) => text.includes(disguise));
  }
}

/** Returns the pattern of a short secret. Only a separate word matches, because ids contain short texts by chance. */
function wordOf(secret: string): RegExp {
  return new RegExp(`(?<![A-Za-z0-9])${secret}(?![A-Za-z0-9])`, 'i');
}

function disguisesOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const encoded = [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('hex')];
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), ...encoded];
}
