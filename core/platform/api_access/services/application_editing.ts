import { use, type Caller } from 'lectern';
import { insertRow } from '../../../infrastructure/database/index.ts';
import { failures } from '../failures.ts';
import type { ApplicationChange, NewApplication } from '../inputs.ts';
import { accessTokenOf, tokenDigest, newAppKey, newSecretKey, type Keys } from '../keys.ts';

interface Row {
  readonly appKey: string;
  readonly userId: string;
  readonly configured: boolean;
}

/** Use of the service accounts. */
const purpose = 'manageApplication';

/**
 * Creates, changes and removes applications, for managers. The caller must have every permission of the application,
 * because its secret gives these permissions.
 */
export class ApplicationEditing {
  readonly #accountEditing = use('accountEditing');
  readonly #clock = use('clock');
  readonly #config = use('api_accessConfig');
  readonly #database = use('database');
  readonly #serviceAccounts = use('serviceAccounts');

  /**
   * Creates an application with a service account.
   * @returns id and secret of the application
   * @throws failures.nameTaken; the failures of `AccountEditing.change`, such as `roleHoldsMore`
   */
  async add({ name, roles = [] }: NewApplication, by: Caller): Promise<{ id: string; secretKey: string }> {
    const keys = { appKey: newAppKey(), secretKey: newSecretKey() };
    const id = await this.#database.transaction(async () => {
      const userId = await this.#serviceAccounts.add(name);
      if (userId === undefined) throw failures.nameTaken();
      await this.#accountEditing.change({ id: userId, use: purpose }, { roles }, by);
      const row = { app_key: keys.appKey, digest: digest(keys), user_id: userId, created_at: this.#clock.now() };
      return insertRow(this.#database, 'applications', row);
    });
    return { id, secretKey: keys.secretKey };
  }

  /**
   * Changes the given fields; an application of the configuration can only be switched on or off.
   * @throws failures.applicationNotFound, failures.nameTaken, failures.configuredApplication
   * @throws the failures of `AccountEditing.change`
   */
  async change(id: string, { name, roles, enabled }: ApplicationChange, by: Caller): Promise<void> {
    await this.#database.transaction(async () => {
      const { userId, configured } = await this.#lock(id);
      if (configured && (name !== undefined || roles !== undefined)) throw failures.configuredApplication();
      const change = { ...(roles && { roles }), ...(enabled !== undefined && { locked: !enabled }) };
      await this.#accountEditing.change({ id: userId, use: purpose }, change, by);
      if (name === undefined) return;
      if (!(await this.#serviceAccounts.rename(userId, name))) throw failures.nameTaken();
    });
  }

  /**
   * Replaces the secret. The former Access-Token and all tokens and JWTs of the service account become invalid.
   * @returns the new secret
   * @throws failures.applicationNotFound, failures.configuredApplication
   * @throws userFailures.accountHoldsMore when the caller lacks a permission of the application; permissionDenied
   */
  async rotate(id: string, by: Caller): Promise<string> {
    const secretKey = newSecretKey();
    await this.#database.transaction(async () => {
      const { appKey, userId, configured } = await this.#lock(id);
      if (configured) throw failures.configuredApplication();
      await this.#accountEditing.change({ id: userId, use: purpose }, {}, by);
      await this.#serviceAccounts.endCredentials(userId);
      await this.#database
        .table('applications')
        .where({ id })
        .update({ digest: digest({ appKey, secretKey }) });
    });
    return secretKey;
  }

  /**
   * Removes an application and cancels its service account.
   * @throws failures.applicationNotFound, failures.configuredApplication
   * @throws userFailures.accountHoldsMore when the caller lacks a permission of the application; permissionDenied
   */
  async remove(id: string, by: Caller): Promise<void> {
    await this.#database.transaction(async () => {
      const { appKey, userId, configured } = await this.#lock(id);
      if (configured && this.#isDeclared(appKey)) throw failures.configuredApplication();
      await this.#accountEditing.change({ id: userId, use: purpose }, {}, by);
      await this.#database.table('applications').where({ id }).delete();
      await this.#serviceAccounts.cancel(userId);
    });
  }

  async #lock(id: string): Promise<Row> {
    const { rows } = await this.#database.raw<Row>(
      `select app_key as "appKey", user_id as "userId", digest is null as configured
       from applications where id = ? for update`,
      [id],
    );
    if (rows[0]) return rows[0];
    throw failures.applicationNotFound();
  }

  #isDeclared(appKey: string): boolean {
    return this.#config.apps.some((app) => app.appKey === appKey && app.user !== undefined);
  }
}

function digest(keys: Keys): string {
  return tokenDigest(accessTokenOf(keys)).toString('base64url');
}
