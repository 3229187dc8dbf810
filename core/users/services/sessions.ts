import type { Caller } from 'lectern';
import { failures } from '../failures.ts';
import type { Services } from 'lectern';

/** The credential of one client that can be ended by itself. */
export type Session =
  | { readonly kind: 'token'; readonly digest: string }
  | { readonly kind: 'jwt'; readonly id: string; readonly expiresAt: Date };

/** Signing out. */
export class Sessions {
  readonly #tokens: Services['tokens'];
  readonly #jwts: Services['jwts'];

  constructor({ tokens, jwts }: Pick<Services, 'tokens' | 'jwts'>) {
    this.#tokens = tokens;
    this.#jwts = jwts;
  }

  /** Ends the token or JWT that the caller came with; other credentials have nothing to end. */
  async end({ session }: Caller): Promise<void> {
    if (session?.kind === 'token') await this.#tokens.revoke(session.digest);
    if (session?.kind === 'jwt') await this.#jwts.revoke(session);
  }
}

/** The id of the caller's account. @throws failures.needsAccount for a service, which has none */
export function accountOf({ id }: Caller): string {
  if (id === '0') throw failures.needsAccount();
  return id;
}
