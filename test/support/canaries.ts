const SHORTEST_PLAIN = 8;

/** Secrets that a test lets into the system, to see whether they come out where they must not. */
export class Canaries {
  readonly #names = new Map<string, string>();
  readonly #patterns = new Map<string, RegExp>();

  /** Adds a secret under a name that a message may show. @returns the secret */
  add(name: string, secret: string): string {
    if (secret === '') throw new Error(`The canary "${name}" is empty and would be found everywhere.`);
    this.#names.set(secret, name);
    if (secret.length < SHORTEST_PLAIN) this.#patterns.set(secret, wordOf(secret));
    return secret;
  }

  /** How many there are. */
  get size(): number {
    return this.#names.size;
  }

  /** Names of the secrets that stand in a text, as they are or in one of their disguises. */
  in(text: string): string[] {
    return [...this.#names].filter(([secret]) => this.#isIn(text, secret)).map(([, name]) => name);
  }

  #isIn(text: string, secret: string): boolean {
    const pattern = this.#patterns.get(secret);
    return pattern ? pattern.test(text) : disguisesOf(secret).some((disguise) => text.includes(disguise));
  }
}

/** A few characters may be part of a number or of an id by chance; as a word of their own they are no chance. */
function wordOf(secret: string): RegExp {
  return new RegExp(`(?<![A-Za-z0-9])${secret}(?![A-Za-z0-9])`, 'i');
}

function disguisesOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const encoded = [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('hex')];
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), ...encoded];
}
