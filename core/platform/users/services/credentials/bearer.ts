import { standardFailures, use, type Authenticator, type Caller, type RequestView } from 'lectern';
import { credentialOf } from './authorization_header.ts';

/** Authenticates callers by a JWT of this API in the `Authorization` header (RFC 6750). */
export class Bearer implements Authenticator {
  readonly name = 'Bearer';
  readonly rank = 30;
  readonly challenge = 'Bearer realm="lectern"';
  readonly security = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' };
  readonly fails = [standardFailures.invalidToken, standardFailures.banned];
  readonly #jwts = use('jwts');
  readonly #callers = use('callers');

  find(request: RequestView): string | undefined {
    return credentialOf(request, 'bearer');
  }

  /** @throws invalidToken, banned */
  async identify(token: string): Promise<Caller> {
    const { userId, version, id, expiresAt } = this.#jwts.read(token);
    const [owner, isRevoked] = await Promise.all([this.#callers.owner(userId), this.#jwts.isRevoked(id)]);
    if (!owner || isRevoked || owner.credentialsVersion !== version) throw standardFailures.invalidToken();
    return { session: { kind: 'jwt', id, expiresAt }, ...this.#callers.ofOwner(owner) };
  }
}
