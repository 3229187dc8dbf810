import { hasSameCode } from '../../database/index.ts';
import type { Snapshot } from './dry_run.ts';
import type { Intent } from './intent.ts';

/** Problems of installed migrations that an update edits or removes. The start refuses both for applied migrations. */
export function migrationProblems({ name, action }: Intent, before: Snapshot, after: Snapshot): string[] {
  if (action !== 'update') return [];
  const [installed, coming] = [before, after].map((one) => filesIn(one, name));
  if (!installed || !coming) return [];
  return installed.flatMap((file) => {
    const now = coming.find((one) => one.name === file.name);
    if (now && hasSameCode(file, now)) return [];
    const what = now ? 'was edited' : 'is left out';
    return [
      `the migration ${file.name} ${what}, though it may have been applied; keep the installed file, and write a new migration`,
    ];
  });
}

function filesIn({ modules }: Snapshot, name: string) {
  return modules.find((one) => one.name === name)?.migrations.files;
}
