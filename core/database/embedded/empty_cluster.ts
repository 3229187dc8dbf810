import type { Cluster } from './cluster.mjs';
import { query, resetSession } from './session.ts';

/** First number of objects that are not part of a new cluster. */
const FIRST_OID = 16384;

/** Removes what modules and the test kit make, and makes the schema `public` as in a new cluster. */
const EMPTY = [
  'drop schema if exists lectern_pristine cascade',
  'drop schema public cascade',
  'create schema public authorization pg_database_owner',
  'grant usage on schema public to public',
];

/** Catalogues that list everything else that a statement can leave. */
const catalogues = ['class', 'proc', 'type', 'extension', 'authid', 'cast', 'event_trigger', 'publication', 'language'];
const rest = [
  'select oid from pg_largeobject_metadata',
  'select setdatabase from pg_db_role_setting',
  `select oid from pg_namespace where oid >= ${FIRST_OID} and nspname <> 'public' and nspname not like 'pg\\_%'`,
  ...catalogues.map((name) => `select oid from pg_${name} where oid >= ${FIRST_OID}`),
];

/** Fails with a division by zero when the cluster has something that a new one does not have. */
const REFUSE_REST = `select 1 / case when exists (${rest.join(' union all ')}) then 0 else 1 end`;

/** The removed rows would stay in these catalogues, since nothing else vacuums an embedded database. */
const CLEAN = 'vacuum pg_class, pg_attribute, pg_type, pg_index, pg_constraint, pg_depend, pg_attrdef, pg_statistic';

/** Removes everything that was made in a cluster. @returns whether it is as empty as a new one */
export async function emptyCluster(cluster: Cluster): Promise<boolean> {
  await resetSession(cluster);
  for (const sql of [...EMPTY, REFUSE_REST, CLEAN, 'checkpoint']) {
    if (!(await query(cluster, sql))) return false;
  }
  return true;
}
