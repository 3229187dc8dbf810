import type { Kernel } from '../../../hosting/internals.ts';
import { compareWith } from '../migrate/migration_checksum.ts';
import { schemaOf } from '../schema/present_tables.ts';
import { serverMajor } from './describe_database.ts';
import type { Manifest } from './manifest.ts';

/**
 * Checks that a backup can be restored into this installation.
 * @returns remarks that do not prevent the restore
 * @throws Error listing each problem with a fix
 */
export async function assertCompatible(kernel: Kernel, manifest: Manifest): Promise<string[]> {
  const problems = [...(await engineProblems(kernel, manifest)), ...migrationProblems(kernel, manifest)];
  if (problems.length > 0)
    throw new Error(`The backup does not fit this installation:\n${problems.map((one) => `- ${one}`).join('\n')}`);
  const idle = idleModules(kernel, manifest);
  const remarks = idle.map(
    (name) => `The module ${name} is not loaded here; its tables are restored and stay unused until it is installed.`,
  );
  if (manifest.leftOut.length > 0)
    remarks.push(`The backup lacks the tables ${manifest.leftOut.join(', ')}, which no migration has created.`);
  return remarks;
}

async function engineProblems({ services }: Kernel, manifest: Manifest): Promise<string[]> {
  const { format, postgres, schema } = manifest;
  if (format === 'portable') return [];
  const { database } = services;
  const other = 'Make the backup again with lectern backup --portable, which can be restored here.';
  if (database.engine === 'embedded')
    return [`The backup comes from pg_dump, but would be restored into the embedded database. ${other}`];
  const here = await serverMajor(database);
  const own = await schemaOf(database);
  return [
    ...(here < postgres
      ? [`The backup was made by PostgreSQL ${postgres}, this server is the older ${here}. ${other}`]
      : []),
    ...(own === schema
      ? []
      : [
          `The tables of the backup are in the schema ${schema}, those of this database in ${own}. Set search_path of the role in DATABASE_URL to ${schema}.`,
        ]),
  ];
}

/**
 * Describes migrations of the backup whose files are missing or differ here. For a portable backup, also describes
 * migrations of modules that are not loaded, because the restore could not create the tables of these modules.
 */
function migrationProblems({ modules, services }: Kernel, { lectern, format, migrations }: Manifest): string[] {
  return migrations.flatMap(({ module, name, checksum }) => {
    const present = services.formerNames.get(module) ?? module;
    const found = modules.find((one) => one.name === present);
    const what = `The migration ${name} of the module ${module}`;
    const fix = `Install Lectern ${lectern} or newer, with the modules of the backup.`;
    if (!found)
      return format === 'portable'
        ? [`${what} has to run before the restore, but the module is not loaded here. ${fix}`]
        : [];
    const file = found.migrations.files.find((one) => one.name === name);
    if (!file) return [`${what} was applied before the backup, but its file is missing. ${fix}`];
    return compareWith(checksum, file) === 'changed'
      ? [`${what} (${file.file}) differs from the migration that was applied before the backup. ${fix}`]
      : [];
  });
}

function idleModules({ modules, services }: Kernel, { migrations }: Manifest): string[] {
  const names = new Set(migrations.map(({ module }) => services.formerNames.get(module) ?? module));
  for (const { name } of modules) names.delete(name);
  return [...names];
}
