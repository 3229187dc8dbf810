import { hash, randomBytes } from 'node:crypto';
import { standardFailures, use, type Authenticator, type Caller, type RequestView } from 'lectern';
import { together, type Statement } from '../../../../infrastructure/database/index.ts';

interface NewToken {
  readonly digest: string;
  readonly userId: string;
  /** Version that the user's credentials must have; null for any version. */
  readonly version: number | null;
  readonly now: Date;
  readonly expiresAt: Date;
}

const DAY_MS = 86_400_000;

/**
 * Authenticates callers by access tokens in the header `X-Auth-Token`. A token has 256 random bits and is stored as a
 * digest (specification, section 5).
 */
export class Tokens implements Authenticator {
  readonly name = 'XAuthToken';
  readonly rank = 20;
  readonly challenge = 'Token realm="lectern"';
  readonly security = { type: 'apiKey', in: 'header', name: 'X-Auth-Token' };
  readonly fails = [standardFailures.invalidToken, standardFailures.banned];
  readonly #database = use('database');
  readonly #config = use('usersConfig');
  readonly #clock = use('clock');
  readonly #callers = use('callers');
  readonly #uses = use('tokenUses');
  readonly #insert: Statement<{ digest: string }, NewToken> = this.#database
    .statement(`insert into user_tokens (digest, user_id, credentials_version, created_at, expires_at)
         select :digest, id, credentials_version, :now, :expiresAt from users
         where id = :userId and credentials_version = coalesce(:version::integer, credentials_version)
         returning digest`);
  readonly #endOldest: Statement<object, { userId: string; kept: number }> = this.#database
    .statement(`delete from user_tokens where user_id = :userId and created_at <
           (select created_at from user_tokens where user_id = :userId order by created_at desc offset :kept limit 1)`);

  find(request: RequestView): string | undefined {
    return request.header('x-auth-token');
  }

  /** @throws invalidToken, banned */
  async identify(token: string, { address }: RequestView): Promise<Caller> {
    const digest = digestOf(token);
    const owner = await this.#callers.ownerOfToken(digest);
    if (!owner) throw standardFailures.invalidToken();
    const caller = this.#callers.ofOwner(owner);
    this.#uses.note(digest, address);
    return { session: { kind: 'token', digest }, ...caller };
  }

  /**
   * Creates an access token for a user, and stores only its digest. Deletes the oldest tokens above `tokensPerUser`, so
   * that repeated logins do not fill the table.
   * @param version version of the credentials of the request; after a change of the password no token is created
   * @returns the token
   * @throws invalidCredential
   */
  async issue(userId: string, version: number | null = null): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const now = this.#clock.now();
    const expiresAt = new Date(now.getTime() + this.#config.tokenDays * DAY_MS);
    const [made] = await this.#database.transaction(() =>
      together([
        this.#insert.first({ digest: digestOf(token), userId, version, now, expiresAt }),
        this.#endOldest.all({ userId, kept: this.#config.tokensPerUser - 1 }),
      ]),
    );
    if (!made) throw standardFailures.invalidCredential();
    return token;
  }

  async revoke(digest: string): Promise<void> {
    await this.#database.table('user_tokens').where({ digest }).delete();
  }
}

function digestOf(token: string): string {
  return hash('sha256', token, 'base64url');
}
