import { ask, type TestDatabase } from '../support/test_database.ts';

/** Start of the titles of articles that the bench adds. */
export const MEASURED = 'Measured';

/** Checks that each added article has an entry in the audit trail. @throws Error for an article without an entry */
export async function mustBeRecorded({ env }: TestDatabase): Promise<void> {
  const [row] = await ask<{ missing: string }>(
    env['DATABASE_URL'] ?? '',
    `select count(*) as missing from articles where title like '${MEASURED} %'
       and not exists (select from admin_logs where path = '/articles/' || articles.id)`,
  );
  if (Number(row?.missing) > 0) throw new Error(`${row?.missing} added articles have no entry in the audit trail.`);
}
