import { partChanges, type Catalogue } from '../../../infrastructure/database/index.ts';
import { failed, notApplicable, ofRunning, warned, type Check, type CheckFinding } from '../check.ts';
import type { AtWork, Subject } from '../subject.ts';

export const tables: Check = {
  name: 'tables',
  about: 'its tables begin with its name and have a declared place, and tables of other modules are unchanged',
  run: ofRunning(async (atWork, subject) => {
    if (atWork.module.migrations.files.length === 0) return notApplicable('it has no migrations');
    const { catalogue: before } = await subject.without();
    const { catalogue: after } = atWork;
    if (!before || !after) return notApplicable('the installation has no database to compare');
    const required = await tablesOfRequired(atWork);
    const findings = [
      ...strangelyNamed(subject, before, after),
      ...changes(subject, required, { before, after }),
      ...(await undeclaredPlaces(subject, atWork)),
    ];
    return { findings };
  }),
};

function strangelyNamed(subject: Subject, before: Catalogue, after: Catalogue): CheckFinding[] {
  const { name } = subject.target;
  return (
    Object.keys(after)
      .filter((relation) => !(relation in before) && relation !== name && !relation.startsWith(`${name}_`))
      // A sequence is named after its table.
      .filter((relation) => after[relation]?.kind !== 'sequence')
      .map((relation) =>
        failed(
          subject.file('migrations'),
          `the ${after[relation]?.kind ?? 'table'} "${relation}" does not begin with the name of the module`,
          `call it "${name}_${relation}", so that its owner is visible and names of modules do not clash`,
        ),
      )
  );
}

/** Compares the tables of the module with `tables` of its manifest. */
async function undeclaredPlaces(subject: Subject, { module, kernel }: AtWork): Promise<CheckFinding[]> {
  const made = (await kernel.services.migrations.tablesOf(module.name)).filter(({ isView }) => !isView);
  const names = made.map(({ name }) => name);
  const declared = Object.keys(module.manifest.tables ?? {});
  const file = subject.file('module.json');
  const add = (name: string) => `add "${name}": "local", "reference" or "by <column of its owner>" to "tables"`;
  return [
    ...names
      .filter((name) => !declared.includes(name))
      .map((name) =>
        warned(file, `"tables" does not say where the table "${name}" lies on a distributed database`, add(name)),
      ),
    ...declared
      .filter((name) => !names.includes(name))
      .map((name) => warned(file, `"tables" names "${name}", which no migration creates`, 'take the entry out')),
  ];
}

/** Tables of the modules that the manifest requires. Additions to these tables are warnings. */
async function tablesOfRequired({ module, kernel }: AtWork): Promise<ReadonlySet<string>> {
  const { requires = {} } = module.manifest;
  const made = await kernel.services.migrations.tablesOf();
  return new Set(made.filter(({ module: owner }) => owner in requires).map(({ name }) => name));
}

function changes(
  subject: Subject,
  required: ReadonlySet<string>,
  found: { before: Catalogue; after: Catalogue },
): CheckFinding[] {
  return Object.entries(found.before).flatMap(([table, relation]) =>
    partChanges(relation, found.after[table]).map(({ kind, name, was }) => {
      const what = `the ${kind} "${name}" of the table "${table}", which belongs to another module`;
      const file = subject.file('migrations');
      if (was === undefined && required.has(table))
        return warned(file, `a migration adds ${what}`, 'store it in a table of your own, with the id of the row');
      return failed(
        file,
        `a migration changes ${what}`,
        'store the data in a table of your own, with the id of the row',
      );
    }),
  );
}
