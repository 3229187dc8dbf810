import { reasonOf, type ModuleView } from '../../../hosting/internals.ts';
import { partChanges, type Catalogue } from '../../../infrastructure/database/index.ts';
import { failed, notApplicable, ofRunning, type Check, type CheckFinding } from '../check.ts';
import { catalogueIn, type AtWork, type Subject } from '../subject.ts';
import { shownOf } from '../target.ts';

/** Check: migrations can be reverted and applied again. Runs after checks that need rows, which it deletes. */
export const migrations: Check = {
  name: 'migrations',
  about: 'migrations go down and up again, and leave the tables as they were',
  run: ofRunning(async (atWork, subject) => {
    const { files } = atWork.module.migrations;
    if (files.length === 0) return notApplicable('it has no migrations');
    const missing = await withoutDown(atWork.module, subject);
    if (missing.length > 0) return { findings: missing };
    return {
      findings: await downAndUp(subject, atWork),
      notes: [`${files.length} migrations, with the demo data in the tables`],
    };
  }),
};

async function withoutDown({ migrations: { files } }: ModuleView, { target }: Subject): Promise<CheckFinding[]> {
  const found: CheckFinding[] = [];
  for (const migration of files) {
    const { down } = (await migration.load()) as { down?: unknown };
    if (typeof down === 'function') continue;
    const fix = 'export async function down(knex) that reverts up()';
    found.push(failed(shownOf(target, migration.file), 'the migration exports no down()', fix));
  }
  return found;
}

async function downAndUp(subject: Subject, atWork: AtWork): Promise<CheckFinding[]> {
  const { kernel, module, catalogue: before } = atWork;
  const file = subject.file('migrations');
  const service = kernel.services.migrations;
  const own = module.migrations;
  try {
    await service.down(own, own.files.length);
    const [without, down] = [(await subject.without()).catalogue, await catalogueIn(kernel)];
    await service.up(own);
    const again = await catalogueIn(kernel);
    return [
      ...differences(without, down).map((what) =>
        failed(
          file,
          `after all migrations went down, ${what}`,
          'let down() revert everything that up() of the same file does',
        ),
      ),
      ...differences(before, again).map((what) =>
        failed(
          file,
          `after going down and up again, ${what}`,
          'let down() revert everything that up() does, so that up() creates the tables again unchanged',
        ),
      ),
    ];
  } catch (error) {
    const message = reasonOf(error);
    return [failed(file, message, 'fix the migration; the module can be neither removed nor added again')];
  }
}

/** Describes each difference of two database catalogues; none when a catalogue is undefined. */
function differences(before: Catalogue | undefined, after: Catalogue | undefined): string[] {
  if (!before || !after) return [];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => {
    const [old, now] = [before[name], after[name]];
    if (!old) return [`the ${now?.kind ?? 'table'} "${name}" exists, but did not before`];
    if (!now) return [`the ${old.kind} "${name}" is gone`];
    return partChanges(old, now).map(
      ({ kind, name: part, was, is }) => `the ${kind} "${name}.${part}" is ${quoted(is)} and was ${quoted(was)}`,
    );
  });
}

function quoted(definition: string | undefined): string {
  return definition === undefined ? 'not there' : `"${definition}"`;
}
