import type { Catalogue, Relation } from '../../database/index.ts';

const parts = ['columns', 'indices', 'constraints'] as const;
const words = { columns: 'column', indices: 'index', constraints: 'constraint' };

/** Describes each difference of two database catalogues; none when a catalogue is undefined. */
export function differences(before: Catalogue | undefined, after: Catalogue | undefined): string[] {
  if (!before || !after) return [];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => {
    const [old, now] = [before[name], after[name]];
    if (!old) return [`the ${now?.kind ?? 'table'} "${name}" exists, but did not before`];
    if (!now) return [`the ${old.kind} "${name}" is gone`];
    return parts.flatMap((part) => partDifferences(`the ${words[part]}`, name, [old[part], now[part]]));
  });
}

type Pair = readonly [before: Relation['columns'], after: Relation['columns']];

function partDifferences(what: string, table: string, [before, after]: Pair): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => `${what} "${table}.${name}" is ${quoted(after[name])} and was ${quoted(before[name])}`);
}

function quoted(definition: string | undefined): string {
  return definition === undefined ? 'not there' : `"${definition}"`;
}
