import { queryCluster, resetSession, type Cluster } from '../../core/infrastructure/database/index.ts';

/** First OID of objects that statements create. A new cluster has no objects with such OIDs. */
const FIRST_OID = 16384;

/** Statements that drop the objects of modules and of the test kit, and recreate an empty schema `public`. */
const EMPTY = [
  'drop schema if exists lectern_snapshot cascade',
  'drop schema public cascade',
  'create schema public authorization pg_database_owner',
  'grant usage on schema public to public',
];

/** Catalogues that list most other objects that statements can create. */
const catalogues = ['class', 'proc', 'type', 'extension', 'authid', 'cast', 'event_trigger', 'publication', 'language'];
const rest = [
  'select oid from pg_largeobject_metadata',
  'select setdatabase from pg_db_role_setting',
  `select oid from pg_namespace where oid >= ${FIRST_OID} and nspname <> 'public' and nspname not like 'pg\\_%'`,
  ...catalogues.map((name) => `select oid from pg_${name} where oid >= ${FIRST_OID}`),
];

/** Statement that fails, by a division by zero, if a catalogue lists an object that a new cluster lacks. */
const REFUSE_REST = `select 1 / case when exists (${rest.join(' union all ')}) then 0 else 1 end`;

/** Statement that removes the dead rows of the catalogues, because the embedded database has no autovacuum. */
const CLEAN = 'vacuum pg_class, pg_attribute, pg_type, pg_index, pg_constraint, pg_depend, pg_attrdef, pg_statistic';

/**
 * Drops the schemas `public` and `lectern_snapshot`, and creates an empty `public`.
 * @returns false when a statement fails, or other objects are left, such as roles
 */
export async function emptyCluster(cluster: Cluster): Promise<boolean> {
  await resetSession(cluster);
  for (const sql of [...EMPTY, REFUSE_REST, CLEAN, 'checkpoint']) {
    if (!(await queryCluster(cluster, sql))) return false;
  }
  return true;
}
