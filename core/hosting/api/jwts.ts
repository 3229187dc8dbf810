import { createSecretKey, type KeyObject } from 'node:crypto';
import jsonwebtoken from 'jsonwebtoken';
import type { Clock } from '../../kernel/declare/services.ts';
import { standardFailures } from '../../kernel/declare/standard_failures.ts';

interface JwtParts {
  /** Key that signs. */
  readonly secret: string;
  /** Further keys that verify. */
  readonly accepted?: readonly string[];
  readonly issuer: string;
  /** Default audience of new JWTs, and the only one that is accepted. */
  readonly audience: string;
  /** Lifetime of new JWTs. */
  readonly minutes: number;
  readonly clock: Clock;
}

export interface JwtClaims {
  /** User id. */
  readonly subject: string;
  readonly id: string;
  readonly expiresAt: Date;
}

const algorithm = 'HS256';
// Token type of RFC 9068. JWTs of other types are rejected, even when signed with the same key.
const type = 'at+jwt';
const MAX_LENGTH = 4_096;

/** Signs and verifies JSON Web Tokens of one algorithm, issuer and type. Accepts one audience. */
export class Jwts {
  /** The first key signs, all verify. */
  readonly #keys: readonly [KeyObject, ...KeyObject[]];

  constructor(private readonly parts: JwtParts) {
    // The key objects are created once; a text key would be parsed again for each token.
    const keyOf = (secret: string) => createSecretKey(secret, 'utf8');
    this.#keys = [keyOf(parts.secret), ...(parts.accepted ?? []).map(keyOf)];
  }

  /** Signs a JWT for a user. @param audience recipient of the token; defaults to the configured audience */
  sign({ subject, id, audience = this.parts.audience }: Omit<JwtClaims, 'expiresAt'> & { audience?: string }): string {
    const { issuer, minutes } = this.parts;
    const iat = this.#seconds();
    const claims = { iss: issuer, sub: subject, aud: audience, iat, exp: iat + minutes * 60, jti: id };
    return jsonwebtoken.sign(claims, this.#keys[0], { algorithm, header: { alg: algorithm, typ: type } });
  }

  /**
   * Verifies a JWT.
   * @throws standardFailures.invalidToken for a token that is malformed, too long or expired, or has another key, type,
   * issuer or audience
   */
  verify(token: string): JwtClaims {
    if (token.length > MAX_LENGTH) throw standardFailures.invalidToken();
    const { header, payload } = this.#check(token);
    if (header.typ !== type || typeof payload === 'string') throw standardFailures.invalidToken();
    const { sub, jti, exp, aud } = payload;
    const isComplete = typeof sub === 'string' && typeof jti === 'string' && typeof exp === 'number';
    if (!isComplete || typeof aud !== 'string') throw standardFailures.invalidToken();
    return { subject: sub, id: jti, expiresAt: new Date(exp * 1000) };
  }

  #check(token: string): jsonwebtoken.Jwt {
    const { issuer, audience } = this.parts;
    const pinned = { algorithms: [algorithm] as ['HS256'], issuer, audience, clockTimestamp: this.#seconds() };
    for (const key of this.#keys) {
      try {
        return jsonwebtoken.verify(token, key, { ...pinned, complete: true });
      } catch {
        // Another key may have signed it.
      }
    }
    throw standardFailures.invalidToken();
  }

  #seconds(): number {
    return Math.floor(this.parts.clock.now().getTime() / 1000);
  }
}
