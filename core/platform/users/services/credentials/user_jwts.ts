import { randomBytes } from 'node:crypto';
import { isId, standardFailures, use } from 'lectern';
import { Jwts } from '../../../../hosting/internals.ts';
import { Batch, type Database } from '../../../../infrastructure/database/index.ts';
import type { UsersConfig } from '../../config.ts';
import { isGuessable, jwtSecret, type JwtSecretNeeds } from './jwt_secret.ts';

/** Content of a JWT with a valid signature. The JWT may still be revoked, or the user locked. */
export interface UserJwt {
  readonly userId: string;
  /** Version of the user's credentials at the creation of the JWT. */
  readonly version: number;
  readonly id: string;
  readonly expiresAt: Date;
}

export interface JwtOptions {
  /** Recipient of the JWT; by default this API. */
  readonly audience?: string | undefined;
  /** Version that the user's credentials must have; by default any version. */
  readonly version?: number | undefined;
}

/**
 * Creates, verifies and revokes JWTs of users. Keys in files are replaced when their files change. The `jti` starts with the version of the user's credentials, so that a
 * new password revokes earlier JWTs.
 */
export class UserJwts {
  readonly #config = use('usersConfig');
  readonly #secretNeeds: JwtSecretNeeds = {
    usersConfig: this.#config,
    databaseConfig: use('databaseConfig'),
    environment: use('environment'),
  };
  readonly #parts = {
    issuer: this.#config.jwtIssuer,
    audience: this.#config.jwtAudience,
    minutes: this.#config.jwtMinutes,
    clock: use('clock'),
  };
  readonly #database = use('database');
  readonly #callers = use('callers');
  readonly #revoked = new Batch(this.#database, revokedAmong(this.#database));
  readonly #secretSettings = use('installation').secretSettings;
  readonly #logger = use('logger');
  #jwts: Jwts | undefined;
  #endWatch: (() => void) | undefined;

  /** Loads the key. @throws the errors of `jwtSecret` */
  async start(): Promise<void> {
    const { jwtAcceptedSecrets: accepted } = this.#config;
    this.#jwts = new Jwts({ ...this.#parts, secret: await jwtSecret(this.#secretNeeds), accepted });
    this.#endWatch = this.#secretSettings.watch('users', (section) => {
      // oxlint-disable-next-line lectern/no-cast-by-unknown -- validated by the schema of the manifest
      this.#replaceKeys(section as unknown as UsersConfig);
    });
  }

  stop(): void {
    this.#endWatch?.();
  }

  #replaceKeys({ jwtSecret: secret, jwtAcceptedSecrets: accepted }: UsersConfig): void {
    if (secret === undefined) return;
    if ([secret, ...accepted].some(isGuessable)) {
      this.#logger.error(
        {},
        'The new keys of the JWTs can be guessed, so the former ones stay; write 32 random characters or more',
      );
      return;
    }
    this.#jwts = new Jwts({ ...this.#parts, secret, accepted });
    this.#logger.info({ accepted: accepted.length }, 'JWTs are signed and verified with the keys of the changed files');
  }

  /**
   * Creates a JWT for a user.
   * @returns the JWT
   * @throws invalidCredential when the user is missing, or the credentials of the request have been revoked
   */
  async sign(userId: string, { audience, version }: JwtOptions = {}): Promise<string> {
    const owner = await this.#callers.owner(userId);
    if (!owner || (version ?? owner.credentialsVersion) !== owner.credentialsVersion) {
      throw standardFailures.invalidCredential();
    }
    const id = `${owner.credentialsVersion}.${randomBytes(16).toString('base64url')}`;
    return this.#ready.sign({ subject: userId, id, ...(audience !== undefined && { audience }) });
  }

  /**
   * Verifies signature, expiry, issuer and audience of a JWT, but not whether the JWT is revoked.
   * @throws invalidToken
   */
  read(token: string): UserJwt {
    const { subject, id, expiresAt } = this.#ready.verify(token);
    const [version = ''] = id.split('.', 1);
    if (!isId(subject) || !/^[1-9]\d{0,8}$/.test(version)) throw standardFailures.invalidToken();
    return { userId: subject, version: Number(version), id, expiresAt };
  }

  async isRevoked(id: string): Promise<boolean> {
    return (await this.#revoked.find(id)) === true;
  }

  async revoke({ id, expiresAt }: Pick<UserJwt, 'id' | 'expiresAt'>): Promise<void> {
    await this.#database.table('revoked_jwts').insert({ id, expires_at: expiresAt }).onConflict('id').ignore();
  }

  get #ready(): Jwts {
    if (this.#jwts) return this.#jwts;
    throw new Error(
      'The key of the JWTs is not loaded. Use JWTs in start(), ready() or an operation, not in a constructor; ' +
        'a script first calls kernel.start().',
    );
  }
}

function revokedAmong(database: Database) {
  const statement = database.statement<{ id: string }, { ids: readonly string[] }>((q, param) =>
    q('revoked_jwts')
      .whereRaw('id = any(?)', [param('ids')])
      .select('id'),
  );
  return async (ids: readonly string[]) => new Map((await statement.all({ ids })).map(({ id }) => [id, true as const]));
}
