import { failures } from '../failures.ts';

/** Kind of an account: of a person, of an application, or cancelled. */
export type AccountKind = 'person' | 'application' | 'cancelled';

/** Column `kind` of a statement that selects from `users`. */
export const kindColumn = `case when destroyed then 'cancelled' when service then 'application' else 'person' end as kind`;

/**
 * Uses of accounts, each with the kinds of accounts it is for. All operations on accounts are declared here. The
 * constraint `users_service_without_login` also keeps passwords and addresses from accounts of applications.
 */
const uses = {
  /** A change by the user: profile, portrait, e-mail address, mobile number, password, bound accounts, cancellation. */
  change: ['person'],
  /** A change by a manager of users or a command: names, lock, roles, departments, password. */
  manage: ['person'],
  /** A change by a manager of applications. */
  manageApplication: ['application'],
  /** A token by login name, as the command `lectern token` creates. */
  signIn: ['person'],
  /** A grant by a manager: membership, coupon, place of a teacher. */
  receive: ['person'],
} as const satisfies Record<string, readonly AccountKind[]>;

export type AccountUse = keyof typeof uses;

const refusals = {
  person: failures.accountOfPerson,
  application: failures.accountOfApplication,
  cancelled: failures.accountCancelled,
} as const;

/** Whether a use is for accounts of this kind. */
export function isFor(use: AccountUse, kind: AccountKind): boolean {
  return (uses[use] as readonly AccountKind[]).includes(kind);
}

/**
 * Refuses an account of a kind that the use is not for.
 * @throws failures.accountOfPerson, accountOfApplication, accountCancelled
 */
export function refuseOtherKinds(use: AccountUse, { kind }: { readonly kind: AccountKind }): void {
  if (!isFor(use, kind)) throw refusals[kind]();
}
