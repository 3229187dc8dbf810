import { containsSql, gramsOf, type PagePlace, type Write } from '../../../infrastructure/database/index.ts';
import { emailKey, nameForms } from './names.ts';

/** Conditions and position of a page of users. */
export interface UserFilter extends PagePlace {
  /** Part of the nickname or the real name, or a complete e-mail address or mobile number. */
  readonly keyword: string | undefined;
  /** Departments; empty for all. */
  readonly orgIds: readonly string[];
  readonly role?: string | undefined;
  readonly locked?: boolean | undefined;
}

/** Columns to search. Accounts without a key have the nickname itself. */
export const nicknames = 'coalesce(nickname_key, nickname)';
const truenames = 'coalesce(truename_key, truename)';
export const isListed = 'not destroyed and not service';

/**
 * Returns the memberships of the listed users in departments, one for each user; undefined with rarer conditions. Each
 * membership is looked up by itself: a join would read all users to count up to the limit.
 */
export function membersIn({ orgIds, keyword, role, locked }: UserFilter): Write | undefined {
  if (orgIds.length === 0 || keyword !== undefined || role !== undefined || locked !== undefined) return undefined;
  const first = `select min(department_id) from user_departments where user_id = member.user_id and department_id = any(?)`;
  const where = `department_id = any(?) and department_id = (${first}) and (select ${isListed} from users where id = user_id)`;
  return (q, value) => q('user_departments as member').whereRaw(where, [value('orgIds'), value('orgIds')]);
}

/** One part for each combination of roles: an index returns the users of each in list order. */
export function partsOf(where: string, held: readonly unknown[], names: readonly string[]): Write[] {
  if (held.length === 0) return [(q) => q('users').whereRaw('false')];
  return held.map(
    (_, index) => (q, value) =>
      q('users').whereRaw(
        `${where} and roles = cast(:roles${index} as text[])`,
        valuesOf([...names, `roles${index}`], value),
      ),
  );
}

/** Search text in the forms that the statements compare. */
export interface Search {
  readonly text: string;
  readonly email: string;
  readonly mobile: string;
  readonly grams: string[];
}

export function searchFor(words: string): Search {
  const { key, mobile } = nameForms(words);
  return { text: key, email: emailKey(words), mobile, grams: gramsOf(key) };
}

/** Values of an SQL condition, by name. */
export function valuesOf<Value>(names: readonly string[], value: (name: string) => Value): Record<string, Value> {
  return Object.fromEntries(names.map((name) => [name, value(name)]));
}

/** Returns SQL conditions for the given filters only. */
export function conditionsOf({ keyword, orgIds, role, locked }: UserFilter) {
  const where = [isListed];
  const names: string[] = [];
  if (orgIds.length > 0) {
    // One department by equality, so that the index has its users in list order.
    const condition = orgIds.length === 1 ? '= cast(:orgId as bigint)' : '= any(cast(:orgIds as bigint[]))';
    where.push(`id in (select user_id from user_departments where department_id ${condition})`);
    names.push(orgIds.length === 1 ? 'orgId' : 'orgIds');
  }
  if (keyword !== undefined) {
    where.push(`(${containsSql(nicknames)} or ${containsSql(truenames)} or email = :email or mobile = :mobile)`);
    names.push('grams', 'text', 'email', 'mobile');
  }
  if (role !== undefined) {
    where.push('roles @> cast(:roles as text[])');
    names.push('roles');
  }
  // A literal instead of a parameter, because the partial index of locked users has this condition.
  if (locked !== undefined) where.push(locked ? 'locked' : 'not locked');
  const values = { orgIds, orgId: orgIds[0], roles: [role], ...(keyword !== undefined && searchFor(keyword)) };
  return { where: where.join(' and '), names, values };
}
