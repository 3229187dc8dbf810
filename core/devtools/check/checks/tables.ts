import type { Catalogue, Relation } from '../../../infrastructure/database/index.ts';
import { failed, notApplicable, ofRunning, warned, type Check, type CheckFinding } from '../check.ts';
import type { AtWork, Subject } from '../subject.ts';

const parts = ['columns', 'indices', 'constraints'] as const;
type Part = (typeof parts)[number];
const words = { columns: 'column', indices: 'index', constraints: 'constraint' };

export const tables: Check = {
  name: 'tables',
  about: 'its tables begin with its name, and tables of other modules are unchanged',
  run: ofRunning(async (atWork, subject) => {
    if (atWork.module.migrations.files.length === 0) return notApplicable('it has no migrations');
    const { catalogue: before } = await subject.without();
    const { catalogue: after } = atWork;
    if (!before || !after) return notApplicable('the installation has no database to compare');
    const required = await tablesOfRequired(atWork);
    return { findings: [...strangelyNamed(subject, before, after), ...changes(subject, required, { before, after })] };
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

interface Change {
  readonly table: string;
  readonly part: Part;
  readonly name: string;
  readonly isNew: boolean;
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
  return changesOf(found.before, found.after).map(({ table, part, name, isNew }) => {
    const what = `the ${words[part]} "${name}" of the table "${table}", which belongs to another module`;
    const file = subject.file('migrations');
    if (isNew && required.has(table))
      return warned(file, `a migration adds ${what}`, 'store it in a table of your own, with the id of the row');
    return failed(file, `a migration changes ${what}`, 'store the data in a table of your own, with the id of the row');
  });
}

function changesOf(before: Catalogue, after: Catalogue): Change[] {
  return Object.entries(before).flatMap(([table, relation]) => {
    const now = after[table] ?? { kind: '', columns: {}, indices: {}, constraints: {} };
    return parts.flatMap((part) => changesIn(relation[part], now[part]).map((change) => ({ table, part, ...change })));
  });
}

function changesIn(before: Relation[Part], after: Relation[Part]): Pick<Change, 'name' | 'isNew'>[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.filter((name) => before[name] !== after[name]).map((name) => ({ name, isNew: !(name in before) }));
}
