import { asClass, asValue, contributes, extensionPoint } from 'lectern';
import { Database } from './database.ts';
import type { DatabaseConfig } from './database_config.ts';
import type { Seeder } from './seeder.ts';
import { Migrations } from './migrations.ts';
import { databaseRules } from './safety_rules.ts';

declare module 'lectern' {
  interface Services {
    database: Database;
    migrations: Migrations;
    databaseConfig: DatabaseConfig;
  }

  interface ExtensionPoints {
    seeders: Seeder;
  }
}

export default {
  database: asClass(Database),
  databaseRules: contributes('safetyRules', asValue(databaseRules)),
  migrations: contributes('migrator', asClass(Migrations)),
  seedersPoint: extensionPoint('seeders', { what: 'text', seed: 'function' }),
};
