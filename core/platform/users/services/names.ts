import { gramsOf } from '../../../infrastructure/database/index.ts';

const MAX_LENGTH = 255;
// Invisible letters and marks; other invisible characters, such as a byte order mark, occur in no nickname.
const ignored = /(?=[\p{L}\p{M}])\p{Default_Ignorable_Code_Point}/gu;

/** Pattern of accepted mobile numbers: `138 0000 0001`, `+86-13800000001`, `0086 138-0000-0001`. */
export const mobilePattern = '^[ -]*((\\+|0[ -]*0)[ -]*8[ -]*6[ -]*)?1([ -]*[0-9]){10}[ -]*$';
const mobileShape = new RegExp(mobilePattern);

/**
 * Returns the form in which names are compared: Unicode NFKC with folded letter case, without invisible letters and marks.
 * `Ada`, `ＡＤＡ` and `ada` have the same key. Upper case in between folds `ẞ`, `ß` and `ss`.
 */
export function nameKey(name: string): string {
  const folded = name.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  // A name of invisible letters only is its own key.
  return folded.replaceAll(ignored, '').normalize('NFKC') || folded;
}

/**
 * Returns the form in which e-mail addresses are compared and stored: NFKC in lower case. Without `nameKey`, which
 * folds letters that distinguish mailboxes.
 */
export function emailKey(email: string): string {
  return email.normalize('NFKC').toLowerCase();
}

/**
 * Returns the eleven digits of a mobile number.
 * @param written number that matches `mobilePattern`
 */
export function mobileOf(written: string): string {
  return written.replaceAll(/[^0-9]/g, '').slice(-11);
}

/** A login name or search text, in the forms of the columns of `users`. */
export interface NameForms {
  /** The text as typed, for accounts whose nickname has the same key as another one. */
  readonly name: string;
  readonly key: string;
  /** Also as typed in lower case, because earlier versions stored addresses in this form. */
  readonly emails: readonly string[];
  readonly mobile: string;
}

export function nameForms(name: string): NameForms {
  const plain = name.normalize('NFKC');
  const mobile = mobileShape.test(plain) ? mobileOf(plain) : plain;
  return { name, key: nameKey(name), emails: [emailKey(name), name.toLowerCase()], mobile };
}

/** SQL condition for the accounts that a login name may mean, with the parameters of `nameForms`. */
export const namedSql =
  'not destroyed and (nickname = :name or nickname_key = :key or mobile = :mobile or email = any(:emails::text[]))';

/** Columns of an account that are login names. */
export interface Names {
  readonly nickname: string;
  readonly email: string | null;
  readonly mobile: string | null;
}

/**
 * Returns the account that a login name means. Order of precedence: e-mail address, mobile number, nickname as typed,
 * nickname by its key.
 */
export function named<T extends Names>(accounts: readonly T[], { name, key, emails, mobile }: NameForms) {
  return (
    accounts.find(({ email }) => email !== null && emails.includes(email)) ??
    accounts.find((account) => account.mobile === mobile) ??
    accounts.find(({ nickname }) => nickname === name) ??
    // A server of an earlier version changes a nickname without its key.
    accounts.find(({ nickname }) => nameKey(nickname) === key)
  );
}

/** Whether a text can be a login name: not too long, and storable. */
export function isName(text: string): boolean {
  return text.length <= MAX_LENGTH && !text.includes('\0') && text.isWellFormed();
}

/** Returns the text under which failed attempts with a login name are counted: one for all spellings of the name. */
export function countedName(name: string): string {
  if (!isName(name)) return name;
  const { key, mobile } = nameForms(name);
  if (mobileShape.test(mobile)) return mobile;
  return name.includes('@') ? emailKey(name) : key;
}

/** Columns that derive from nickname and real name, for uniqueness and searches. */
export function nameColumns(nickname: string, truename = '') {
  const [nickname_key, truename_key] = [nameKey(nickname), nameKey(truename)];
  return { nickname_key, truename_key, search_grams: gramsOf(nickname_key, truename_key) };
}

/** Masks an e-mail address as `s***@example.com`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return `${first}***${email.slice(at)}`;
}

/** Masks a mobile number as `138****1234`. */
export function maskedMobile(mobile: string): string {
  return `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;
}
