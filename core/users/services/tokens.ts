import { createHash, randomBytes } from 'node:crypto';
import { standardFailures } from 'lectern';
import type { Authenticator, Caller, RequestView, Services } from 'lectern';
import type { Database, Statement } from '../../database/index.ts';
import type { UsersConfig } from '../config.ts';
import { permissionsOf } from './roles.ts';

interface TokenOwner {
  id: string;
  nickname: string;
  roles: string[];
  locked: boolean;
}

const DAY = 86_400_000;

/** Access tokens, sent as `X-Auth-Token`: 256 random bits, of which only a digest is kept (specification, section 5). */
export class Tokens implements Authenticator {
  readonly name = 'XAuthToken';
  readonly rank = 20;
  readonly challenge = 'Token realm="lectern"';
  readonly security = { type: 'apiKey', in: 'header', name: 'X-Auth-Token' };
  readonly #database: Database;
  readonly #config: UsersConfig;
  readonly #clock: Services['clock'];
  readonly #owner: Statement<TokenOwner, { digest: string; now: Date }>;

  constructor({ database, usersConfig, clock }: Pick<Services, 'database' | 'usersConfig' | 'clock'>) {
    this.#database = database;
    this.#config = usersConfig;
    this.#clock = clock;
    this.#owner = database.statement((q, param) =>
      q('user_tokens')
        .join('users', 'users.id', 'user_tokens.user_id')
        .where('digest', param('digest'))
        .where('expires_at', '>', param('now'))
        .select('users.id', 'nickname', 'roles', 'locked')
        .limit(1),
    );
  }

  find(request: RequestView): string | undefined {
    return request.header('x-auth-token');
  }

  /** @throws invalidToken, banned */
  async identify(token: string): Promise<Caller> {
    const owner = await this.#owner.first({ digest: digestOf(token), now: this.#clock.now() });
    if (!owner) throw standardFailures.invalidToken();
    if (owner.locked) throw standardFailures.banned();
    const { id, nickname, roles } = owner;
    return { id, nickname, roles, permissions: permissionsOf(roles) };
  }

  /** Makes a new token for a user; it is never shown again. */
  async issue(userId: string): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const now = this.#clock.now();
    const expiresAt = new Date(now.getTime() + this.#config.tokenDays * DAY);
    await this.#database
      .table('user_tokens')
      .insert({ digest: digestOf(token), user_id: userId, created_at: now, expires_at: expiresAt });
    return token;
  }
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
