import { asClass, contributes } from 'lectern';
import { Database } from './database.ts';
import type { DatabaseConfig } from './database_config.ts';
import { Migrations } from './migrations.ts';

declare module 'lectern' {
  interface Services {
    database: Database;
    migrations: Migrations;
    databaseConfig: DatabaseConfig;
  }
}

export default { database: asClass(Database), migrations: contributes('migrator', asClass(Migrations)) };
