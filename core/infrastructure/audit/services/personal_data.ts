/** Text that stands for an erased value in `before`, `after` and `nickname`. */
export const ERASED = '[erased]';

/** An entry of the audit trail, as far as it can contain personal data. */
export interface Traces {
  /** Id of the manager; null for the command line. */
  readonly userId: string | null;
  readonly nickname: string;
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

type Values = Readonly<Record<string, unknown>>;

const accountPath = /^\/(?:users|admin_users)\/(\d+)$/;
/** Fields of a person in any object that names the person by `userId`. */
const contacts = ['nickname', 'truename', 'email', 'mobile', 'verifiedMobile'];
/** Fields of an account. */
const ofAccount = [...contacts, 'title', 'about', 'avatar'];

/** Ids of the persons whose personal data an entry contains, with that of the manager. */
export function peopleIn({ userId, path, before, after }: Traces): string[] {
  const ids = [userId, accountIn(path), ...[before, after].flatMap(idsIn)];
  return [...new Set(ids.filter((id): id is string => id !== null && id !== '0'))];
}

/** The entry without the personal data of one person; all other values stay. */
export function withoutPerson({ userId, nickname, path, before, after }: Traces, id: string) {
  const erased = (value: unknown) => withoutValues(value, id, accountIn(path) === id);
  return { nickname: userId === id ? ERASED : nickname, before: erased(before), after: erased(after) };
}

function accountIn(path: string): string | null {
  return accountPath.exec(path)?.[1] ?? null;
}

function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (!isObject(value)) return [];
  const own = personOf(value);
  const nested = Object.values(value).flatMap(idsIn);
  return own !== undefined && fieldsOf(value, false).some((name) => name in value) ? [own, ...nested] : nested;
}

function withoutValues(value: unknown, id: string, isAccount: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutValues(one, id, false));
  if (!isObject(value)) return value;
  const names = isAccount || personOf(value) === id ? fieldsOf(value, isAccount) : [];
  const erased = ([name, one]: [string, unknown]) =>
    [name, names.includes(name) && one !== null ? ERASED : withoutValues(one, id, false)] as const;
  return Object.fromEntries(Object.entries(value).map(erased));
}

/** Id of the person that an object describes: an account has a `uuid`, other objects name the person by `userId`. */
function personOf({ id, uuid, userId }: Values): string | undefined {
  const found = uuid === undefined ? userId : id;
  return typeof found === 'string' && /^[1-9]\d*$/.test(found) ? found : undefined;
}

function fieldsOf({ uuid }: Values, isAccount: boolean): readonly string[] {
  return isAccount || uuid !== undefined ? ofAccount : contacts;
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null;
}
