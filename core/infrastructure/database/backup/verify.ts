import type { Kernel } from '../../../hosting/internals.ts';
import { countRows, presentTables } from '../schema/present_tables.ts';
import { leases } from './describe_database.ts';
import type { Manifest } from './manifest.ts';

export interface Verified {
  /** Migrations that are newer than the backup, as `module/name`. */
  readonly pending: readonly string[];
  /** Whether the ledger was audited; false without the module `ledger` or its tables. */
  readonly ledger: boolean;
}

/** Verifies a restore: row counts, migrations and the ledger. @throws Error for the first check that fails */
export async function verify(kernel: Kernel, manifest: Manifest): Promise<Verified> {
  await assertCounts(kernel, manifest);
  return { pending: await pendingOf(kernel), ledger: await auditLedger(kernel, manifest) };
}

/** @throws Error naming the tables whose number of rows differs from the manifest */
export async function assertCounts({ services }: Kernel, { tables }: Manifest): Promise<void> {
  const { database } = services;
  const present = (await presentTables(database)).filter((name) => name !== leases);
  const counts = await countRows(database, present);
  const wrong = [...new Set([...present, ...Object.keys(tables)])]
    .filter((name) => (counts[name] ?? 0) !== (tables[name] ?? 0))
    .map((name) => `${name} has ${counts[name] ?? 0} instead of ${tables[name] ?? 0}`);
  if (wrong.length > 0)
    throw new Error(`The restored numbers of rows differ from the backup: ${wrong.join('; ')}. Use another backup.`);
}

async function pendingOf({ modules, services }: Kernel): Promise<string[]> {
  const states = await services.migrations.pending(modules.map(({ migrations }) => migrations));
  const broken = states.filter(({ state }) => state !== 'pending');
  if (broken.length === 0) return states.map(({ module, name }) => `${module}/${name}`);
  throw new Error(
    `Migrations differ from the backup: ${broken.map(({ module, name }) => `${module}/${name}`).join(', ')}. Install the modules of the backup.`,
  );
}

async function auditLedger({ modules, services }: Kernel, { tables }: Manifest): Promise<boolean> {
  if (!modules.some(({ name }) => name === 'ledger') || tables['ledger_entries'] === undefined) return false;
  const { wrong } = await services.ledger.audit({ full: true });
  if (wrong !== null) throw new Error(`The restored ledger is inconsistent: ${wrong} Use another backup.`);
  return true;
}
