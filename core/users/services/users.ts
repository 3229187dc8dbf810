import type { Page, Picture, Services, SourceOfShape } from 'lectern';
import { inTime } from 'lectern/host';
import { containsSql, gramsOf, type Database, type ReadCall, type Statement } from '../../database/index.ts';
import { failures } from '../failures.ts';
import { simpleVip, type user as userShape } from '../shapes/user.ts';
import { maskedEmail, maskedMobile } from './masks.ts';

/** A user, as other modules see it. */
export interface User {
  readonly id: string;
  readonly nickname: string;
  readonly title: string;
  readonly uuid: string;
  readonly destroyed: boolean;
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

/** A user with departments. */
export interface ListedUser extends User {
  readonly orgIds: string[];
}

/** A membership, as answers show it. */
type Membership = SourceOfShape<typeof simpleVip, 'public'>;

/** Provider of memberships: contributed to the extension point `memberships`. */
export interface Memberships {
  /** Membership of a user, otherwise null. After an error, or two seconds, answers show null. */
  of(userId: string): Promise<Membership | null>;
}

/** Filters of a list of users. */
export interface UserFilter {
  /** Part of the nickname or the real name, or a complete e-mail address or mobile number. */
  readonly keyword: string | undefined;
  /** Departments; empty for all. */
  readonly orgIds: readonly string[];
  readonly offset: number;
  readonly limit: number;
}

const columns = `id, nickname, title, uuid, destroyed, avatar, about, truename, roles, email, mobile, locale, locked,
  pay_password_hash is not null as "havePayPassword"`;
const select = `select ${columns} from users`;
const selectListed = `select ${columns}, array(
    select department_id from user_departments where user_id = users.id order by department_id
  ) as "orgIds" from users`;
const MOST_MATCHES = 20;
const MEMBERSHIP_MS = 2_000;
const membershipFields = Object.keys(simpleVip.fields('public'));

/** Reads users. */
export class Users {
  readonly #database: Database;
  readonly #contributions: Services['contributions'];
  readonly #logger: Services['logger'];
  readonly #byId: Statement<User, { id: string }>;
  readonly #byLogin: Statement<User, { login: string; email: string }>;
  readonly #several: Statement<User, { ids: readonly string[] }>;
  readonly #matching: Statement<User, Search>;

  constructor({ database, contributions, logger }: Pick<Services, 'database' | 'contributions' | 'logger'>) {
    this.#database = database;
    this.#contributions = contributions;
    this.#logger = logger;
    this.#byId = database.reserved.statement((q, param) => q.raw(`${select} where id = ?`, [param('id')]));
    this.#several = database.statement((q, param) => q.raw(`${select} where id = any(?)`, [param('ids')]));
    this.#byLogin = database.statement((q, param) =>
      q.raw(`${select} where not destroyed and (nickname = ? or email = ? or mobile = ?) limit 1`, [
        param('login'),
        param('email'),
        param('login'),
      ]),
    );
    this.#matching = database.statement((q, param) =>
      q.raw(
        `${select} where not destroyed and (${containsSql('nickname')} or email = ? or mobile = ?) order by id limit ?`,
        [param('grams'), param('text'), param('email'), param('text'), MOST_MATCHES],
      ),
    );
  }

  /** A user by id. @throws failures.userNotFound */
  async get(id: string): Promise<User> {
    const found = await this.#byId.first({ id });
    if (found) return found;
    throw failures.userNotFound();
  }

  /** Several users by id, read in one statement. */
  async simpleByIds(ids: readonly string[], call?: ReadCall): Promise<ReadonlyMap<string, User>> {
    const users = ids.length > 0 ? await this.#several.all({ ids: [...new Set(ids)] }, call) : [];
    return new Map(users.map((user) => [user.id, user]));
  }

  /** User as shown to himself or herself: the shape `User` in mode `authenticated`. @throws failures.userNotFound */
  async profile(id: string): Promise<SourceOfShape<typeof userShape, 'authenticated'>> {
    const user = await this.get(id);
    return {
      verifiedMobile: user.mobile && maskedMobile(user.mobile),
      vip: await this.#membershipOf(id),
      ...user,
      email: user.email && maskedEmail(user.email),
    };
  }

  /** Membership of a user for an answer; null when the provider fails, so that logins do not depend on the plugin. */
  async #membershipOf(id: string): Promise<Membership | null> {
    const [memberships] = this.#contributions.of('memberships');
    if (!memberships) return null;
    try {
      const late = () => new Error(`memberships.of() did not answer within ${MEMBERSHIP_MS} ms`);
      const found: unknown =
        (await inTime({ milliseconds: MEMBERSHIP_MS, run: () => memberships.of(id), late })) ?? null;
      if (isMembership(found)) return found;
      throw new TypeError(
        `memberships.of() returned no membership. Fix: return the texts ${membershipFields.join(', ')}, or null`,
      );
    } catch (err) {
      const contributor = this.#contributions.moduleOf(memberships);
      this.#logger.error(
        { err, contributor },
        `Module '${contributor}' failed to read a membership; the answer has none`,
      );
      return null;
    }
  }

  /** User with a login name: nickname, e-mail address or mobile number. */
  byLogin(login: string): Promise<User | undefined> {
    return this.#byLogin.first({ login, email: login.toLowerCase() });
  }

  /** At most 20 users whose nickname contains the text, or whose e-mail address or mobile number equals it. */
  match(text: string): Promise<User[]> {
    return this.#matching.all(searchFor(text));
  }

  /** A page of users, ordered by id. */
  async list(filter: UserFilter): Promise<Page<ListedUser>> {
    const { where, values } = conditionsOf(filter);
    const page = this.#database.raw<ListedUser>(`${selectListed} where ${where} order by id offset ? limit ?`, [
      ...values,
      filter.offset,
      filter.limit,
    ]);
    const count = this.#database.raw<{ total: string }>(`select count(*) as total from users where ${where}`, values);
    const [{ rows: data }, { rows: counted }] = await Promise.all([page, count]);
    return { data, total: Number(counted[0]?.total) };
  }
}

function isMembership(value: unknown): value is Membership | null {
  if (typeof value !== 'object') return false;
  if (value === null) return true;
  return membershipFields.every((name) => typeof (value as Readonly<Record<string, unknown>>)[name] === 'string');
}

/** Search text in the forms that the statements compare. */
interface Search {
  readonly text: string;
  readonly email: string;
  readonly grams: string[];
}

function searchFor(text: string): Search {
  return { text, email: text.toLowerCase(), grams: gramsOf(text) };
}

/** SQL conditions for the given filters only, so that each combination uses its index. */
function conditionsOf({ keyword, orgIds }: UserFilter) {
  const where = ['not destroyed'];
  const values: (string | string[])[] = [];
  if (orgIds.length > 0) {
    where.push('id in (select user_id from user_departments where department_id = any(?::bigint[]))');
    values.push([...orgIds]);
  }
  if (keyword !== undefined) {
    const { text, email, grams } = searchFor(keyword);
    where.push(`(${containsSql('nickname')} or ${containsSql('truename')} or email = ? or mobile = ?)`);
    values.push(grams, text, grams, text, email, text);
  }
  return { where: where.join(' and '), values };
}
