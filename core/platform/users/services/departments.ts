import { standardFailures } from 'lectern';
import type { Database } from '../../../infrastructure/database/index.ts';
import type { EditedTree, RowOf, TreeKind, TreeNodes } from '../../../infrastructure/trees/index.ts';
import { failures } from '../failures.ts';
import type { department } from '../shapes/department.ts';

export type Departments = TreeNodes<RowOf<typeof department>>;

export const departments: TreeKind & EditedTree = {
  table: 'departments',
  notFound: failures.departmentNotFound,
  inUse: failures.departmentInUse,
  content: (database: Database, id) => database.table('user_departments').where('department_id', id).first('user_id'),
};

/** Replaces the departments of a user. Must run in a transaction. @throws invalidParameter for an unknown id */
export async function setDepartments(database: Database, userId: string, orgIds: readonly string[]): Promise<void> {
  const ids = [...new Set(orgIds)];
  const known = await database.table('departments').whereIn('id', ids).orderBy('id').forKeyShare().select('id');
  if (known.length < ids.length) {
    const details = [{ field: 'orgIds', message: 'must contain only ids of departments' }];
    throw standardFailures.invalidParameter({ details });
  }
  await database.table('user_departments').where('user_id', userId).delete();
  const rows = ids.map((id) => ({ user_id: userId, department_id: id }));
  if (rows.length > 0) await database.table('user_departments').insert(rows);
}
