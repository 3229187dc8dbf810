import type { ModuleMigrations, PortabilityRule } from '../../../database/index.ts';
import { Portability, portabilityExceptions } from '../../../database/index.ts';
import { notApplicable, ofRunning, warned, type Check, type CheckFinding } from '../check.ts';
import type { AtWork } from '../subject.ts';
import { shownOf, type CheckTarget } from '../target.ts';

/**
 * Check: migrations use only SQL that poolers and distributed engines support. The check `migrations`, which runs before,
 * reports migrations that cannot be reverted and applied again.
 */
export const portability: Check = {
  name: 'portability',
  about: 'its migrations use SQL that poolers and distributed engines support',
  weight: 5,
  run: ofRunning(async (atWork, subject) => {
    const own = atWork.module.migrations as ModuleMigrations;
    if (own.files.length === 0) return notApplicable('it has no migrations');
    try {
      return { findings: await findingsOf(atWork, own, subject.target) };
    } catch {
      return notApplicable(
        'not checked, because its migrations do not go down and up again; see the check "migrations"',
      );
    }
  }),
};

/** Reverts all migrations, applies them again one by one, and inspects the statements of each. */
async function findingsOf({ kernel }: AtWork, own: ModuleMigrations, target: CheckTarget): Promise<CheckFinding[]> {
  const [rules, found] = [await Portability.load(), [] as CheckFinding[]];
  const { database, migrations } = kernel.services;
  await migrations.down(own, own.files.length);
  for (const [index, { file }] of own.files.entries()) {
    const sent = new Set<string>();
    const note = ({ sql }: { sql: string }) => sent.add(sql);
    const { knex } = database;
    knex.on('query', note);
    await migrations.up({ ...own, files: own.files.slice(0, index + 1) }).finally(() => knex.off('query', note));
    for (const sql of sent)
      found.push(...breachesOf(sql, rules).map((rule) => findingOf(shownOf(target, file), sql, rule)));
  }
  return found;
}

function breachesOf(sql: string, rules: Portability): PortabilityRule[] {
  const known = portabilityExceptions.filter(({ statement }) => statement.test(sql)).map(({ rule }) => rule);
  return rules.brokenBy(sql).filter(({ name }) => !known.includes(name));
}

const SHOWN = 80;

function findingOf(file: string, sql: string, { name, why, fix }: PortabilityRule): CheckFinding {
  const text = sql.trim().replace(/\s+/g, ' ');
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text;
  return warned(file, `"${shown}" does not run everywhere (${name}): ${why}`, fix);
}
