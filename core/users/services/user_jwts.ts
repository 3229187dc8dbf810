import { randomBytes } from 'node:crypto';
import { isId, standardFailures } from 'lectern';
import { Jwts } from 'lectern/host';
import type { Services } from 'lectern';
import type { JwtParts } from 'lectern/host';
import { Batch, type Database } from '../../database/index.ts';
import type { Callers } from './callers.ts';
import { jwtSecret, type JwtSecretNeeds } from './jwt_secret.ts';

/** A JWT of a user that is valid as such; whether it counts, the user's record says. */
export interface UserJwt {
  readonly userId: string;
  /** Version that the user's credentials had when it was made. */
  readonly version: number;
  readonly id: string;
  readonly expiresAt: Date;
}

/** How a JWT shall be. */
export interface JwtWishes {
  /** Who shall accept it; this API unless told. */
  readonly audience?: string | undefined;
  /** Version of the credentials that were shown for it; whichever it is unless told. */
  readonly version?: number | undefined;
}

type UserJwtsNeeds = JwtSecretNeeds & Pick<Services, 'clock' | 'database' | 'callers'>;

/** The JWTs of users. Their `jti` begins with the version of the user's credentials, so that a new password ends them. */
export class UserJwts {
  readonly #secretNeeds: JwtSecretNeeds;
  readonly #parts: Omit<JwtParts, 'secret'>;
  readonly #database: Database;
  readonly #callers: Callers;
  readonly #revoked: Batch<true>;
  #jwts: Jwts | undefined;

  constructor({ usersConfig, databaseConfig, environment, clock, database, callers }: UserJwtsNeeds) {
    const { jwtIssuer: issuer, jwtAudience: audience, jwtMinutes: minutes } = usersConfig;
    this.#secretNeeds = { usersConfig, databaseConfig, environment };
    this.#parts = { issuer, audience, minutes, clock };
    this.#database = database;
    this.#callers = callers;
    this.#revoked = new Batch(database, revokedAmong(database));
  }

  /** Gets the key ready. @throws Error in production when there is none */
  async start(): Promise<void> {
    this.#jwts = new Jwts({ ...this.#parts, secret: await jwtSecret(this.#secretNeeds) });
  }

  /**
   * Makes a JWT for a user.
   * @throws invalidCredential when there is no such user any more, or the credentials that were shown have ended
   */
  async sign(userId: string, { audience, version }: JwtWishes = {}): Promise<string> {
    const owner = await this.#callers.owner(userId);
    if (!owner || (version ?? owner.credentialsVersion) !== owner.credentialsVersion) {
      throw standardFailures.invalidCredential();
    }
    const id = `${owner.credentialsVersion}.${randomBytes(16).toString('base64url')}`;
    return this.#ready.sign({ subject: userId, id, ...(audience !== undefined && { audience }) });
  }

  /** @throws invalidToken */
  read(token: string): UserJwt {
    const { subject, id, expiresAt } = this.#ready.verify(token);
    const [version = ''] = id.split('.', 1);
    if (!isId(subject) || !/^[1-9]\d{0,8}$/.test(version)) throw standardFailures.invalidToken();
    return { userId: subject, version: Number(version), id, expiresAt };
  }

  async isRevoked(id: string): Promise<boolean> {
    return (await this.#revoked.find(id)) === true;
  }

  /** Ends one JWT before its time. */
  async revoke({ id, expiresAt }: Pick<UserJwt, 'id' | 'expiresAt'>): Promise<void> {
    await this.#database.table('revoked_jwts').insert({ id, expires_at: expiresAt }).onConflict('id').ignore();
  }

  get #ready(): Jwts {
    if (this.#jwts) return this.#jwts;
    throw new Error('The key of the JWTs is not there yet; start the kernel first.');
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
