import { randomUUID } from 'node:crypto';
import { standardFailures, use, type Caller, type Permissions } from 'lectern';
import { insertRow, revise, violatedUnique, type RevisionTarget } from '../../../infrastructure/database/index.ts';
import { failures } from '../failures.ts';
import type { AccountChange, NewAccount } from '../inputs.ts';
import { kindColumn, refuseOtherKinds, type AccountKind, type AccountUse } from './account_kinds.ts';
import { contactColumns, contactsChanged, type ContactRow } from './contact_changes.ts';
import { setDepartments } from './departments.ts';
import { endCredentials } from './credentials/end_credentials.ts';
import { emailKey, nameColumns } from './names.ts';

/** An account to change, with the revisions that the client has seen; without them, any revision is changed. */
interface Target {
  readonly id: string;
  /** Use of the account, which decides about the kinds of accounts; default: `manage`. */
  readonly use?: AccountUse;
  readonly seen?: RevisionTarget['seen'];
}

interface Row extends ContactRow {
  readonly nickname: string;
  readonly truename: string;
  readonly roles: string[];
  readonly locked: boolean;
  readonly kind: AccountKind;
}

const PERMISSION = 'admin_user';
const everything: Permissions = { has: () => true };
const columns = [...contactColumns, 'nickname', 'truename', 'roles', 'locked'] as const;

/**
 * Creates and changes accounts, for managers and commands. A manager needs every permission of the account and of its
 * new roles. Commands pass no manager; their changes need no permission.
 */
export class AccountEditing {
  readonly #clock = use('clock');
  readonly #database = use('database');
  readonly #events = use('events');
  readonly #passwords = use('passwords');
  readonly #roles = use('roles');

  /**
   * Creates an account.
   * @returns its id
   * @throws failures.roleHoldsMore, nameTaken; invalidParameter, permissionDenied
   */
  async add({ password, roles = ['ROLE_USER'], orgIds = [], ...profile }: NewAccount, by?: Caller): Promise<string> {
    this.#refuseUnknown(roles);
    const password_hash = await this.#passwords.hash(password);
    const names = { truename: '', ...columnsOf(profile) };
    const derived = nameColumns(profile.nickname, names.truename);
    const row = { ...names, ...derived, roles, password_hash, uuid: randomUUID(), created_at: this.#clock.now() };
    return this.#database.transaction(async () => {
      const [, held] = await this.#lock(undefined, by);
      if (!this.#areCovered(roles, held)) throw failures.roleHoldsMore();
      const id = await insertRow(this.#database, 'users', row).catch(refuseTaken);
      if (orgIds.length > 0) await setDepartments(this.#database, id, orgIds);
      return id;
    });
  }

  /**
   * Changes given fields. A lock or a new password revokes all credentials; new roles apply to the next request.
   * @throws failures.userNotFound, notYourself, accountHoldsMore, roleHoldsMore, lastAdministrator, nameTaken;
   * invalidParameter, permissionDenied, preconditionFailed; failures of `refuseOtherKinds`
   */
  async change(
    { id, seen, use = 'manage' }: Target,
    { password, locked, roles, orgIds, ...profile }: AccountChange,
    by?: Caller,
  ) {
    this.#refuseUnknown(roles ?? []);
    if (id === by?.id && (password ?? locked ?? roles) !== undefined) throw failures.notYourself();
    const password_hash = password && (await this.#passwords.hash(password));
    await this.#database.transaction(async () => {
      const [user, held] = await this.#lock(id, by);
      if (!user) throw failures.userNotFound();
      if (!this.#areCovered(user.roles, held)) throw failures.accountHoldsMore();
      refuseOtherKinds(use, user);
      if (roles && !this.#areCovered(roles, held)) throw failures.roleHoldsMore();
      await this.#keepAdministrator(user, locked === true ? [] : (roles ?? user.roles));
      const given = columnsOf(profile);
      const names = namesIn(user, profile);
      const contacts = await contactsChanged(this.#events, user, given);
      const change = { ...given, ...names, ...contacts, locked, roles, password_hash };
      await revise(this.#database, { table: 'users', id, seen, change }).catch(refuseTaken);
      if (orgIds) await setDepartments(this.#database, id, orgIds);
      if (locked === true || password_hash) await endCredentials(this.#database, id, {});
    });
  }

  /**
   * Refuses to erase the last super administrator or the last manager of users. Must run in the transaction that erases
   * the account.
   * @throws failures.userNotFound, lastAdministrator; failures of `refuseOtherKinds`
   */
  async mustNotBeLast(id: string): Promise<void> {
    const [user] = await this.#lock(id, undefined);
    if (!user) throw failures.userNotFound();
    refuseOtherKinds('change', user);
    await this.#keepAdministrator(user, []);
  }

  /**
   * Locks the rows of the account and of the manager, so that their roles cannot change before the commit.
   * @returns the account, and the current permissions of the manager @throws permissionDenied
   */
  async #lock(id: string | undefined, by: Caller | undefined): Promise<[Row | undefined, Permissions]> {
    const ids = [id, by?.id].filter((one) => one !== undefined);
    const users = this.#database.table<Row>('users').whereIn('id', ids);
    const rows: Row[] = await users
      .orderBy('id')
      .forUpdate()
      .select(...columns, this.#database.knex.raw(kindColumn));
    const user = rows.find((row) => row.id === id);
    const manager = rows.find((row) => row.id === by?.id);
    // A caller without a row is an application without an account; the configuration defines its roles.
    if (!by || !manager) return [user, by?.permissions ?? everything];
    const now = this.#roles.permissionsOf(manager.roles);
    if (manager.locked || manager.kind === 'cancelled' || !now.has(PERMISSION))
      throw standardFailures.permissionDenied();
    return [user, { has: (code) => now.has(code) && by.permissions.has(code) }];
  }

  /**
   * Refuses a change that removes the last person who is super administrator or manager of users; applications do not
   * count. Locks the rows of the other managers, so that two concurrent changes cannot remove the last two.
   * @throws failures.lastAdministrator
   */
  async #keepAdministrator({ id, locked, kind, roles }: Row, left: readonly string[]): Promise<void> {
    const [before, after] = [this.#roles.permissionsOf(roles), this.#roles.permissionsOf(left)];
    const lost = ['*', PERMISSION].filter((code) => before.has(code) && !after.has(code));
    if (locked || kind !== 'person' || lost.length === 0) return;
    const managing = this.#roles.names.filter((role) => this.#roles.permissionsOf([role]).has(PERMISSION));
    const people = { locked: false, destroyed: false, service: false };
    const others = this.#database.table<Row>('users').whereNot({ id }).where(people);
    const rows = await others.whereRaw('roles && ?::text[]', [managing]).orderBy('id').forUpdate().select('roles');
    const stay = rows.map((row) => this.#roles.permissionsOf(row.roles));
    if (lost.some((code) => !stay.some((held) => held.has(code)))) throw failures.lastAdministrator();
  }

  /** Whether the permissions in `by` include all permissions of the roles; only `*` includes `*`. */
  #areCovered(roles: readonly string[], by: Permissions): boolean {
    return roles.every((role) => this.#roles.codesOf(role).every((code) => by.has(code)));
  }

  #refuseUnknown(roles: readonly string[]): void {
    const unknown = roles.find((role) => !this.#roles.names.includes(role));
    if (unknown === undefined) return;
    const message = `must contain only ${this.#roles.names.join(', ')}`;
    throw standardFailures.invalidParameter.about('roles', message);
  }
}

type Profile = Omit<AccountChange, 'password' | 'locked' | 'roles' | 'orgIds'>;

/** Columns of the given fields. "" means none. */
function columnsOf({ email, mobile, ...same }: Profile) {
  return {
    ...same,
    ...(email !== undefined && { email: emailKey(email) || null }),
    ...(mobile !== undefined && { mobile: mobile || null }),
  };
}

/** Columns that derive from the names of a changed account; none when the names stay. */
function namesIn(user: Row, { nickname = user.nickname, truename = user.truename }: Profile) {
  const isSame = nickname === user.nickname && truename === user.truename;
  return isSame ? {} : nameColumns(nickname, truename);
}

/**
 * Converts a violated unique constraint to `nameTaken` with the name of the field; rethrows other errors.
 * @throws failures.nameTaken
 */
function refuseTaken(error: unknown): never {
  const field = /^users_(nickname|email|mobile)(_key)+$/.exec(violatedUnique(error) ?? '')?.[1];
  if (field === undefined) throw error;
  throw failures.nameTaken({ details: [{ field, message: 'must not belong to another account' }] });
}
