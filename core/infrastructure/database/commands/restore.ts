import { basename } from 'node:path';
import type { Command } from 'commander';
import type { Kernel } from '../../../hosting/internals.ts';
import { rowsIn, type Manifest } from '../backup/manifest.ts';
import type { Backup } from '../backup/read_file.ts';
import type { Verified } from '../backup/verify.ts';
import { type CommandContext, confirm, examples, withDatabase } from '../../../cli/index.ts';

interface Options {
  readonly check?: boolean;
  readonly replace?: boolean;
  readonly yes?: boolean;
  readonly programs?: string;
  readonly json?: boolean;
}

/** `lectern restore <file>`: restores a backup of `lectern backup`. */
export default function addRestore(context: CommandContext): void {
  const { program, io } = context;
  const command = program
    .command('restore')
    .argument('<file>', 'file that lectern backup has written')
    .description('Restore a backup into an empty database, all or nothing, and verify it.')
    .option('--check', 'only read the file and print its content; needs no database')
    .option('--replace', 'first drop everything in the database')
    .option('--yes', 'do not ask')
    .option('--programs <folder>', 'folder of pg_restore and psql, if they are not in PATH')
    .option('--json', 'print JSON');
  describe(command).action(async (file: string, options: Options) => {
    const { readBackup } = await import('../backup/read_file.ts');
    const backup = await readBackup(file);
    if (options.check === true) io.print(options.json, shown(backup), () => textOf(backup));
    else await restored(context, backup, options);
  });
}

function describe(command: Command): Command {
  const about = [
    '',
    'Stop all servers first. A backup that is damaged, incomplete, or does not fit the installation is refused before',
    'the database is changed. After the restore, the command counts rows, compares migrations and audits the ledger.',
    'Exit codes: 0 everything is restored, 1 it is not, 2 no terminal to confirm.',
  ];
  return command
    .addHelpText('after', about.join('\n'))
    .addHelpText(
      'after',
      examples('restore today.backup --check', 'restore today.backup', 'restore today.backup --replace'),
    );
}

async function restored({ io, boot }: CommandContext, backup: Backup, options: Options): Promise<void> {
  const [{ sourceOf }, { assertCompatible }, { countReplaced, refuseInUse, restoreBackup }] = await Promise.all([
    import('../backup/describe_database.ts'),
    import('../backup/compatibility.ts'),
    import('../backup/restore.ts'),
  ]);
  const work = async (kernel: Kernel) => {
    refuseMemory(kernel);
    const remarks = await assertCompatible(kernel, backup.manifest);
    await refuseInUse(kernel);
    const source = await sourceOf(kernel);
    const count = await countReplaced(kernel);
    if (count > 0 && options.replace !== true)
      throw new Error(
        `${source} is not empty. Set DATABASE_URL or DATA_DIR to an empty database, or drop the content with --replace.`,
      );
    const text = `This drops all that is in ${source}, and puts the backup of ${backup.manifest.madeAt} in its place.`;
    if (count > 0 && !(await confirm(io, { text, word: basename(source), yes: options.yes }))) return;
    const verified = await restoreBackup(kernel, backup, options.programs);
    io.print(options.json, { ...shown(backup), ...verified, into: source, remarks }, () =>
      [`Restored into ${source}: ${contentsOf(backup.manifest)}.`, ...checksOf(verified), ...remarks].join('\n'),
    );
  };
  await withDatabase(boot(), work, { creates: true });
}

function refuseMemory({ services: { database, databaseConfig } }: Kernel): void {
  if (database.engine === 'embedded' && databaseConfig.dataDir === 'memory')
    throw new Error(
      'The embedded database is kept in memory (DATA_DIR=memory), so a restore would be lost. Set DATA_DIR to a folder.',
    );
}

function shown({ file, bytes, manifest }: Backup): Manifest & { readonly file: string; readonly bytes: number } {
  return { file, bytes, ...manifest };
}

function textOf({ file, bytes, manifest }: Backup): string {
  const { format, madeAt, lectern, postgres, source } = manifest;
  return [
    `${file} is complete and undamaged: ${bytes} bytes, ${contentsOf(manifest)}.`,
    `Made ${madeAt} from ${source} (PostgreSQL ${postgres}) by Lectern ${lectern}, format ${format}.`,
    `Modules: ${[...new Set(manifest.migrations.map(({ module }) => module))].join(', ')}.`,
  ].join('\n');
}

function contentsOf(manifest: Manifest): string {
  return `${Object.keys(manifest.tables).length} tables with ${rowsIn(manifest)} rows`;
}

function checksOf({ pending, ledger }: Verified): string[] {
  const checks = ['Every table has as many rows as in the backup', ...(ledger ? ['the ledger adds up'] : [])];
  const migrate = 'lectern migrate plan shows them, lectern migrate up or the next start applies them';
  const next =
    pending.length > 0
      ? `Newer than the backup: ${pending.join(', ')}. Next: ${migrate}.`
      : 'All migrations are applied. Next: start the servers, and check /readyz.';
  return [`${checks.join(', ')}.`, next];
}
