import { asFunction, asValue, contributes, decorates, extensionPoint } from 'lectern';
import { Database } from './database.ts';
import type { DatabaseConfig } from './config.ts';
import type { ListKeys } from './lists/list_keys.ts';
import { Migrations } from './migrate/migrations.ts';
import { databaseRules } from './safety_rules.ts';
import { undeclaredConflicts } from './undeclared_conflicts.ts';

declare module 'lectern' {
  interface Services {
    database: Database;
    migrations: Migrations;
    databaseConfig: DatabaseConfig;
  }

  interface ExtensionPoints {
    /** Sort keys and conditions for lists. */
    listKeys: ListKeys;
  }
}

export default {
  database: asFunction((services) => new Database(services)),
  databaseRules: contributes('safetyRules', asValue(databaseRules)),
  errorConversion: decorates(undeclaredConflicts),
  listKeysPoint: extensionPoint('listKeys', { list: 'text', sorts: 'object?', input: 'object?', where: 'function?' }),
  migrations: contributes(
    'migrator',
    asFunction((services) => new Migrations(services)),
  ),
};
