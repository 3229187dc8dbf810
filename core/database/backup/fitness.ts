import type { Kernel } from 'lectern/host';
import { schemaOf } from '../present_tables.ts';
import { serverMajor } from './describe.ts';
import type { Manifest } from './manifest.ts';

/**
 * Checks that a backup fits this installation.
 * @returns remarks that do not prevent a restore
 * @throws Error naming what does not fit, and the fix
 */
export async function assertFits(kernel: Kernel, manifest: Manifest): Promise<string[]> {
  const problems = [...(await engineProblems(kernel, manifest)), ...migrationProblems(kernel, manifest)];
  if (problems.length > 0) throw new Error(`The backup does not fit:\n${problems.map((one) => `- ${one}`).join('\n')}`);
  const idle = idleModules(kernel, manifest);
  const remarks = idle.map((name) => `${name} is not loaded here; its tables are restored and stay unused.`);
  if (manifest.leftOut.length > 0)
    remarks.push(`The backup lacks ${manifest.leftOut.join(', ')}: no migration has created them.`);
  return remarks;
}

async function engineProblems({ services }: Kernel, manifest: Manifest): Promise<string[]> {
  const { format, postgres, schema } = manifest;
  if (format === 'portable') return [];
  const { database } = services;
  const other = 'Only a backup made with --portable can be restored there.';
  if ((format === 'embedded') !== (database.engine === 'embedded'))
    return [`It comes from ${nameOf(manifest.engine)}, and this is ${nameOf(database.engine)}. ${other}`];
  const here = await serverMajor(database);
  if (format === 'embedded')
    return here === postgres ? [] : [`It was made by PostgreSQL ${postgres}, this is ${here}. ${other}`];
  const own = await schemaOf(database);
  return [
    ...(here < postgres ? [`It was made by PostgreSQL ${postgres}, this server is ${here}, which is older.`] : []),
    ...(own === schema ? [] : [`Its tables are in the schema ${schema}, those here in ${own}; see search_path.`]),
  ];
}

function nameOf(engine: Manifest['engine']): string {
  return engine === 'embedded' ? 'the embedded database' : 'a PostgreSQL server';
}

/** Problems that the start would refuse; for a portable backup, also tables that could not be created. */
function migrationProblems({ modules }: Kernel, { lectern, format, migrations }: Manifest): string[] {
  return migrations.flatMap(({ module, name, checksum }) => {
    const found = modules.find((one) => one.name === module);
    const what = `The migration ${name} of ${module}`;
    const fix = `Install what the backup was made with (Lectern ${lectern}), or newer.`;
    if (!found) return format === 'portable' ? [`${what} is needed, but ${module} is not loaded here. ${fix}`] : [];
    const file = found.migrations.files.find((one) => one.name === name);
    if (!file) return [`${what} had been applied, but its file is missing. ${fix}`];
    return file.checksum === checksum ? [] : [`${what} (${file.file}) differs from the applied one. ${fix}`];
  });
}

function idleModules({ modules }: Kernel, { migrations }: Manifest): string[] {
  const names = new Set(migrations.map(({ module }) => module));
  for (const { name } of modules) names.delete(name);
  return [...names];
}
