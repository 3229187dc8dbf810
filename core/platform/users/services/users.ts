import { standardFailures, type Page, type Picture, type SourceOfShape, use } from 'lectern';
import { inTime } from '../../../hosting/internals.ts';
import {
  containsSql,
  ListOrder,
  Pages,
  type ReadCall,
  type Statement,
} from '../../../infrastructure/database/index.ts';
import { failures } from '../failures.ts';
import { simpleVip, type user as userShape } from '../shapes/user.ts';
import { isFor, kindColumn, type AccountKind } from './account_kinds.ts';
import { maskedEmail, maskedMobile, named, namedSql, nameForms, type NameForms } from './names.ts';
import { RoleCombinations } from './role_combinations.ts';
import {
  conditionsOf,
  isListed,
  membersIn,
  nicknames,
  valuesOf,
  partsOf,
  searchFor,
  type Search,
  type UserFilter,
} from './user_conditions.ts';

/** A user, as other modules see it. */
export interface User {
  readonly id: string;
  readonly nickname: string;
  readonly title: string;
  readonly uuid: string;
  readonly destroyed: boolean;
  readonly kind: AccountKind;
  readonly avatar: Picture | null;
  readonly about: string;
  readonly truename: string;
  readonly roles: string[];
  readonly email: string | null;
  /** Verified mobile number. */
  readonly mobile: string | null;
  readonly locale: string;
  readonly locked: boolean;
  readonly havePayPassword: boolean;
}

export interface ListedUser extends User {
  readonly orgIds: string[];
  readonly createdTime: Date;
  readonly revision: string;
}

/** A membership in the form of the shape `SimpleVip`. */
type Membership = SourceOfShape<typeof simpleVip, 'public'>;

/** Provider of memberships, contributed to the extension point `memberships`. */
export interface Memberships {
  /** Returns the membership of a user, or null. After an error, or after two seconds, answers show null. */
  of(userId: string): Promise<Membership | null>;
}

const columns = `id, nickname, title, uuid, destroyed, ${kindColumn}, avatar, about, truename, roles, email, mobile, locale, locked,
  pay_password_hash is not null as "havePayPassword"`;
const select = `select ${columns} from users`;
const listedColumns = `${columns}, created_at as "createdTime", revision, array(
    select department_id from user_departments where user_id = users.id order by department_id
  ) as "orgIds"`;
const byId = new ListOrder('users', [{ column: 'id', type: 'integer' }]);
const MAX_MATCHES = 20;
const MEMBERSHIP_MS = 2_000;
const membershipFields = Object.keys(simpleVip.fields('public'));

/**
 * Reads users, and finds them by name, e-mail address or mobile number.
 *
 * @example
 * const readers = await users.simpleByIds(['7', '8'], call);
 * const nickname = readers.get('7')?.nickname;
 */
export class Users {
  readonly #contributions = use('contributions');
  readonly #logger = use('logger');
  readonly #database = use('database');
  readonly #combinations = new RoleCombinations(this.#database);
  readonly #pages = new Pages(this.#database, 'users');
  readonly #byId: Statement<User, { id: string }> = this.#database.reserved.statement(`${select} where id = :id`);
  readonly #listedById: Statement<ListedUser, { id: string }> = this.#database.statement(
    `select ${listedColumns} from users where id = :id`,
  );
  readonly #several: Statement<User, { ids: readonly string[] }> = this.#database.statement(
    `${select} where id = any(:ids)`,
  );
  readonly #byLogin: Statement<User, NameForms> = this.#database.statement(`${select} where ${namedSql}`);
  readonly #matching: Statement<User, Search> = this.#database.statement(
    `${select} where ${isListed} and (${containsSql(nicknames)} or email = :email or mobile = :mobile) order by id limit ${MAX_MATCHES}`,
  );

  /** @throws failures.userNotFound */
  async get(id: string): Promise<User> {
    const found = await this.#byId.first({ id });
    if (found) return found;
    throw failures.userNotFound();
  }

  /** @throws failures.userNotFound */
  async listed(id: string): Promise<ListedUser> {
    const found = await this.#listedById.first({ id });
    if (found) return found;
    throw failures.userNotFound();
  }

  /** Returns users by their ids, read in one statement; unknown ids are left out. */
  async simpleByIds(ids: readonly string[], call?: ReadCall): Promise<ReadonlyMap<string, User>> {
    const users = ids.length > 0 ? await this.#several.all({ ids: [...new Set(ids)] }, call) : [];
    return new Map(users.map((user) => [user.id, user]));
  }

  /**
   * Refuses ids of no account, and those of cancelled accounts and applications, to which managers grant nothing.
   * @param field name of the input field with the ids
   * @throws standardFailures.invalidParameter
   */
  async mustBePeople(field: string, ids: readonly string[]): Promise<void> {
    const known = await this.simpleByIds(ids);
    const other = ids.find((id) => !isFor('receive', known.get(id)?.kind ?? 'cancelled'));
    if (other === undefined) return;
    const message = `must be the id of a user; there is no user ${other}`;
    throw standardFailures.invalidParameter({ details: [{ field, message }] });
  }

  /** Adds the nicknames of the users `userId` to rows; null for a removed account. */
  async withNicknames<Row extends { readonly userId: string }>(rows: readonly Row[]) {
    const known = await this.simpleByIds(rows.map(({ userId }) => userId));
    return rows.map((row) => ({ ...row, nickname: known.get(row.userId)?.nickname ?? null }));
  }

  /**
   * Returns the account of a user in the mode `authenticated` of the shape `User`, with the membership.
   * @throws failures.userNotFound
   */
  async profile(id: string): Promise<SourceOfShape<typeof userShape, 'authenticated'>> {
    const [user, vip] = await Promise.all([this.get(id), this.#membershipOf(id)]);
    return {
      verifiedMobile: user.mobile && maskedMobile(user.mobile),
      vip,
      ...user,
      email: user.email && maskedEmail(user.email),
    };
  }

  /** Reads the membership of a user. Returns null when the provider fails, so that logins do not depend on a plugin. */
  async #membershipOf(id: string): Promise<Membership | null> {
    const [memberships] = this.#contributions.of('memberships');
    if (!memberships) return null;
    try {
      const late = () => new Error(`memberships.of() did not answer within ${MEMBERSHIP_MS} ms`);
      const found: unknown =
        (await inTime({ milliseconds: MEMBERSHIP_MS, run: () => memberships.of(id), late })) ?? null;
      if (isMembership(found)) return found;
      throw new TypeError(
        `memberships.of() returned an invalid membership; return the texts ${membershipFields.join(', ')}, or null`,
      );
    } catch (err) {
      const contributor = this.#contributions.moduleOf(memberships);
      this.#logger.error(
        { err, contributor },
        `Module '${contributor}' failed to read the membership of a user, so the answer contains none; correct memberships.of() as the field "err" says`,
      );
      return null;
    }
  }

  /** Returns the user with a login name (nickname, e-mail address or mobile number), otherwise undefined. */
  async byLogin(login: string): Promise<User | undefined> {
    const forms = nameForms(login);
    return named(await this.#byLogin.all(forms), forms);
  }

  /**
   * Returns the user id by which to filter a list; undefined without `userId` and `login`. Returns `0`, which matches
   * no row, for an unknown login name, and for the login name of another user than `userId`.
   */
  async idIn({
    userId,
    login,
  }: {
    userId: string | undefined;
    login: string | undefined;
  }): Promise<string | undefined> {
    if (login === undefined) return userId;
    const id = (await this.byLogin(login))?.id;
    return id !== undefined && (userId ?? id) === id ? id : '0';
  }

  /** Returns at most 20 users whose nickname contains the text, or whose e-mail address or mobile number equals it. */
  match(text: string): Promise<User[]> {
    return this.#matching.all(searchFor(text));
  }

  /** A page of users, ordered by id. */
  async list(filter: UserFilter): Promise<Page<ListedUser>> {
    const { role, keyword, orgIds } = filter;
    const isByRole = role !== undefined && keyword === undefined && orgIds.length === 0;
    const held = isByRole ? await this.#combinations.of(role) : undefined;
    const { where, names, values } = conditionsOf(filter);
    return this.#pages.read<ListedUser>({
      order: byId,
      columns: (q) => [q.raw(listedColumns)],
      found: (q, value) => q('users').whereRaw(where, valuesOf(names, value)),
      ...(held && { parts: partsOf(where, held, names) }),
      counted: membersIn(filter),
      values: { ...values, ...Object.fromEntries((held ?? []).map((roles, index) => [`roles${index}`, roles])) },
      place: filter,
      variant: held ? `${where}, ${held.length} combinations` : where,
      forOperators: true,
    });
  }
}

function isMembership(value: unknown): value is Membership | null {
  if (typeof value !== 'object') return false;
  if (value === null) return true;
  return membershipFields.every((name) => typeof (value as Readonly<Record<string, unknown>>)[name] === 'string');
}
