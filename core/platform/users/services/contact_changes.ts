import type { Services } from 'lectern';

/** E-mail address and mobile number of an account, with their version, read while the row is locked for update. */
export interface ContactRow {
  readonly id: string;
  readonly email: string | null;
  readonly mobile: string | null;
  readonly contactsVersion: number;
}

/** Columns of a `ContactRow`. */
export const contactColumns = ['id', 'email', 'mobile', 'contacts_version as contactsVersion'] as const;

/** SQL expression for the version of an account that links and codes carry. */
export const accountVersionSql = `credentials_version || '.' || contacts_version`;

/**
 * Publishes `user.contacts_changed` when a change replaces the e-mail address or the mobile number. Must run in the
 * transaction of the change.
 * @returns the column with the next version, which ends links and codes; none when both stay
 */
export async function contactsChanged(
  events: Services['events'],
  { id, email, mobile, contactsVersion }: ContactRow,
  change: { readonly email?: string | null | undefined; readonly mobile?: string | null | undefined },
): Promise<{ contacts_version?: number }> {
  const fields = Object.entries({ email, mobile }).flatMap(([field, value]) => {
    const next = change[field as 'email' | 'mobile'];
    return next === undefined || next === value ? [] : [field];
  });
  if (fields.length === 0) return {};
  if (email !== null) await events.publish('user.contacts_changed', { userId: id, email, fields });
  return { contacts_version: contactsVersion + 1 };
}
