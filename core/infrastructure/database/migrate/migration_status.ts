import type { MigrationFile } from '../../../hosting/internals.ts';
import { compareWith } from './migration_checksum.ts';
import type { MigrationRecord } from './migration_history.ts';

/** State of a migration. `changed`: its code differs from the applied code. `missing`: its file is gone. */
export interface MigrationStatus {
  name: string;
  state: 'applied' | 'pending' | 'changed' | 'missing';
}

/** States of all migrations of a module, by name. */
export function statusOf(files: readonly MigrationFile[], applied: readonly MigrationRecord[]): MigrationStatus[] {
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  const present = new Set(files.map(({ name }) => name));
  const gone = applied
    .filter(({ name }) => !present.has(name))
    .map(({ name }) => ({ name, state: 'missing' as const }));
  const found = files.map((file) => ({ name: file.name, state: stateOf(file, checksums.get(file.name)) }));
  return [...found, ...gone].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function stateOf(file: MigrationFile, applied: string | undefined): 'applied' | 'pending' | 'changed' {
  if (applied === undefined) return 'pending';
  return compareWith(applied, file) === 'changed' ? 'changed' : 'applied';
}

/**
 * Verifies that the applied migrations are the first files of the module, unchanged and without a gap.
 * @throws Error naming module, file and fix
 */
export function assertUnbroken(
  module: string,
  files: readonly MigrationFile[],
  applied: readonly MigrationRecord[],
): void {
  const last = applied.at(-1)?.name ?? '';
  const fileOf = (name: string) => files.find((file) => file.name === name)?.file;
  for (const { name, state } of statusOf(files, applied)) {
    const what = `Migration '${name}' of module '${module}'`;
    if (state === 'missing') {
      throw new Error(`${what} was applied, but its file is missing. Restore the file in migrations/ of the module.`);
    }
    if (state === 'changed') {
      throw new Error(
        `${what} (${fileOf(name)}) was changed after it was applied. Restore its text, and write a new migration for the change.`,
      );
    }
    if (state === 'pending' && name < last) {
      throw new Error(
        `${what} (${fileOf(name)}) comes before '${last}', which is applied already. Rename it so that it comes last.`,
      );
    }
  }
}
