import type { Snapshot } from './dry_run.ts';
import type { Intent } from './intent.ts';

/** Installed migrations that an update edits or removes: the start refuses both. */
export function migrationProblems({ name, action }: Intent, before: Snapshot, after: Snapshot): string[] {
  if (action !== 'update') return [];
  const [installed, coming] = [before, after].map((one) => checksumsIn(one, name));
  if (!installed || !coming) return [];
  return [...installed].flatMap(([migration, checksum]) => {
    const now = coming.get(migration);
    if (now === checksum) return [];
    const what = now === undefined ? 'is left out' : 'was edited';
    return [`the migration ${migration} ${what}, though it may have been applied; keep it, and write a new one`];
  });
}

function checksumsIn({ modules }: Snapshot, name: string): Map<string, string> | undefined {
  const module = modules.find((one) => one.name === name);
  return module && new Map(module.migrations.files.map((file) => [file.name, file.checksum]));
}
