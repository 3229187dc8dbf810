import type { Command } from 'commander';
import type { BackupTerms } from '../backup/back_up.ts';
import { rowsIn, type Manifest } from '../backup/manifest.ts';
import { type CommandContext, examples, interruptible, withDatabase } from '../../../cli/index.ts';

interface Options {
  readonly out?: string;
  readonly portable?: boolean;
  readonly force?: boolean;
  readonly programs?: string;
  readonly json?: boolean;
}

/** `lectern backup`: writes the database to one file. */
export default function addBackup({ program, io, boot }: CommandContext): void {
  const command = program
    .command('backup')
    .description('Write the whole database into one file, for lectern restore.')
    .option('--out <file>', 'file to write, or - for standard output; default: lectern-<time>.backup in this folder')
    .option('--portable', 'write rows as text, as of an embedded database, that it can restore as well')
    .option('--force', 'replace an existing file')
    .option('--programs <folder>', 'folder of pg_dump, if it is not in PATH')
    .option('--json', 'print JSON');
  describe(command).action(async ({ json, ...options }: Options) => {
    const { backUp, backupName } = await import('../backup/back_up.ts');
    const out = options.out ?? backupName(new Date());
    const terms: BackupTerms = { portable: options.portable === true, programs: options.programs };
    await interruptible((signal) =>
      withDatabase(boot(), async (kernel) => {
        const manifest = await backUp(kernel, { out, stdout: io.out, force: options.force === true, signal }, terms);
        // Standard output may carry the backup itself.
        const text = json === true ? JSON.stringify({ file: out, ...manifest }, null, 2) : textOf(out, manifest);
        if (out === '-') io.error(text);
        else io.log(text);
      }),
    );
  });
}

function describe(command: Command): Command {
  const about = [
    '',
    'A PostgreSQL server is backed up with pg_dump, in one snapshot, while Lectern serves. Stop Lectern to back up the',
    'embedded database. Only its owner may read the backup file, which is complete when it exists and ends with a digest.',
    'The backup contains no configuration, keys or plugin folders. Exit codes: 0 the backup is written, 1 it is not.',
  ];
  return command
    .addHelpText('after', about.join('\n'))
    .addHelpText('after', examples('backup', 'backup --out /backups/today.backup', 'backup --portable --json'));
}

function textOf(out: string, manifest: Manifest): string {
  const tables = Object.keys(manifest.tables).length;
  const lines = [`Wrote ${out === '-' ? 'the backup' : out}: ${tables} tables with ${rowsIn(manifest)} rows.`];
  if (manifest.leftOut.length > 0)
    lines.push(`Not included, because no migration has created them: ${manifest.leftOut.join(', ')}.`);
  return lines.join('\n');
}
