import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Services } from 'lectern';
import { jwtSecret } from './jwt_secret.ts';

const BYTES = 32;

type Needs = Pick<Services, 'usersConfig' | 'databaseConfig' | 'environment'>;

/** The secret of this installation, and keys for other purposes that are made of it: the same on all replicas. */
export class SecretKeys {
  readonly #needs: Needs;
  #secret: Promise<string> | undefined;

  constructor({ usersConfig, databaseConfig, environment }: Needs) {
    this.#needs = { usersConfig, databaseConfig, environment };
  }

  /** What JWTs are signed with. @throws Error in production when it is not configured */
  jwt(): Promise<string> {
    return (this.#secret ??= jwtSecret(this.#needs));
  }

  /**
   * A key for one purpose; it tells nothing of the secret or of other keys. Ask for it when the service starts.
   * @param purpose a word of its own, such as `idempotency`
   * @throws Error in production when the secret is not configured
   */
  async of(purpose: string): Promise<KeyObject> {
    const bytes = hkdfSync('sha256', await this.jwt(), '', `lectern:${purpose}`, BYTES);
    return createSecretKey(Buffer.from(bytes));
  }
}
