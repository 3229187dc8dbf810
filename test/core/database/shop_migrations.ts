import type { MigrationFile, ModuleMigrations } from '../../../core/database/index.ts';

export type Steps = Awaited<ReturnType<MigrationFile['load']>>;

/** A migration that makes the table `t_<name>`, unless its steps say otherwise. */
export function file(name: string, steps: Partial<Steps> = {}, checksum = 'as it was'): MigrationFile {
  const table = `t_${name}`;
  const up: Steps['up'] = (knex) => knex.schema.createTable(table, (t) => t.integer('id').primary());
  const down: NonNullable<Steps['down']> = (knex) => knex.schema.dropTable(table);
  return { name, file: `/somewhere/migrations/${name}.ts`, checksum, load: async () => ({ up, down, ...steps }) };
}

export const moduleOf = (...files: MigrationFile[]): ModuleMigrations => ({ module: 'shop', files });
