import { use } from 'lectern';
import type { Changer } from '../../users/index.ts';
import type { SocialLoginCredential } from '../credential.ts';
import { failures } from '../failures.ts';
import type { BoundAccount } from './bindings.ts';

export interface OwnBinding extends BoundAccount {
  /** Name of the provider; identifies the account in the header `Location`. */
  readonly id: string;
}

/**
 * Binds and unbinds the accounts of users at login providers, at most one of each provider. Changes of one user run one
 * after another.
 */
export class OwnBindings {
  readonly #accounts = use('accounts');
  readonly #verification = use('accountVerification');
  readonly #bindings = use('bindings');
  readonly #database = use('database');
  readonly #identities = use('identities');

  /** The bound accounts of a user, the oldest first. */
  async list(userId: string): Promise<OwnBinding[]> {
    const bound = await this.#bindings.of(userId);
    return bound.map((one) => ({ ...one, id: one.type }));
  }

  /** The bound account of a user at a provider. @throws failures.notBound */
  async get(userId: string, type: string): Promise<OwnBinding> {
    const found = (await this.list(userId)).find((one) => one.type === type);
    if (found) return found;
    throw failures.notBound();
  }

  /**
   * Binds an account after a confirmation by the provider. Remembered confirmations of earlier logins are not used.
   * @throws failures.wrongAccount, alreadyBound, secondAccount; wrongPassword, accountChanged, userNotFound, needsAccount
   * @throws standardFailures.permissionDenied, tooManyRequests, unavailable
   */
  async bind(by: Changer, credential: SocialLoginCredential): Promise<OwnBinding> {
    const { type: provider, openid } = credential;
    const version = await this.#accounts.confirmIfSet(by);
    await this.#verification.mustConfirm(credential, by.address);
    return this.#database.transaction(async () => {
      await this.#identities.lock(by.id, version);
      const owner = await this.#bindings.userOf(provider, openid);
      if (owner !== by.id) await this.#bindings.add({ provider, openid, userId: by.id });
      return this.get(by.id, provider);
    });
  }

  /**
   * Unbinds an account, and revokes all tokens and JWTs of the user.
   * @throws failures.notBound, lastLogin; userNotFound, needsAccount
   */
  async unbind(userId: string, type: string): Promise<void> {
    await this.#database.transaction(async () => {
      const { hasPassword } = await this.#identities.lock(userId);
      await this.get(userId, type);
      if (!hasPassword && !(await this.#hasOther(userId, type))) throw failures.lastLogin();
      await this.#bindings.remove(userId, type);
      await this.#accounts.revokeCredentials(userId);
    });
  }

  /** Whether the user can sign in with an account at another enabled provider. */
  async #hasOther(userId: string, type: string): Promise<boolean> {
    const bound = await this.#bindings.of(userId);
    return bound.some((one) => one.type !== type && this.#verification.isEnabled(one.type));
  }
}
