import type { Comparison } from './change.ts';
import type { Schema } from './schema.ts';
import { textOf, treeOf, type Tree } from './tree.ts';

/** Compares enums, patterns and defaults. */
export function compareValues(schema: Schema, at: Comparison): void {
  compareWords(schema, at);
  comparePatterns(schema, at);
  // A body field of a Lectern document has its default in `x-default`.
  for (const word of ['default', 'x-default']) {
    const preset = changeOf(word, schema);
    if (preset !== undefined) at.notes(preset);
  }
}

/** Compares the field that selects the alternative of a value, and the alternative for each value of that field. */
export function compareDiscriminators({ before, after }: Pick<Schema, 'before' | 'after'>, at: Comparison): void {
  const pair = { before: discriminatorOf(before), after: discriminatorOf(after) };
  for (const word of new Set([...Object.keys(pair.before), ...Object.keys(pair.after)])) {
    const text = changeOf(word, pair);
    if (text !== undefined) at.at('discriminator').notes(text);
  }
}

function discriminatorOf({ discriminator }: Tree): Tree {
  const { propertyName, mapping } = treeOf(discriminator);
  const targets = Object.entries(treeOf(mapping)).map(([value, target]) => [`mapping of ${value}`, target]);
  return { propertyName, ...(Object.fromEntries(targets) as Tree) };
}

/** Describes the change of a keyword; undefined if the keyword is unchanged. */
export function changeOf(word: string, { before, after }: Pick<Schema, 'before' | 'after'>): string | undefined {
  const [was, is] = [before[word], after[word]].map(textOf);
  return was === is ? undefined : `the ${word} was ${was} and is ${is}`;
}

function compareWords({ before, after, direction }: Schema, at: Comparison): void {
  const isSent = direction === 'sent';
  const [was, is] = [enumOf(before), enumOf(after)];
  const gone = was?.filter((word) => is && !is.includes(word)) ?? [];
  const fresh = is?.filter((word) => was && !was.includes(word)) ?? [];
  if (gone.length > 0) at[isSent ? 'breaks' : 'notes'](`values not allowed any more: ${gone.join(', ')}`);
  const widened = 'const' in before && !('enum' in after) ? 'breaks' : 'surprises';
  if (fresh.length > 0) at[isSent ? 'notes' : widened](`new values: ${fresh.join(', ')}`);
  if (!was && is) at[isSent ? 'breaks' : 'notes'](`must be one of ${is.join(', ')} now`);
  if (was && !is) at[isSent ? 'notes' : widened](`may have other values than ${was.join(', ')} now`);
}

function enumOf({ enum: words, const: only }: Tree): readonly string[] | undefined {
  if (Array.isArray(words)) return words.map(String);
  return only === undefined ? undefined : [textOf(only)];
}

/** Compares patterns. A change in a request may surprise clients, because no rule tells which pattern is stricter. */
function comparePatterns(schema: Schema, at: Comparison): void {
  const text = changeOf('pattern', schema);
  if (text === undefined) return;
  const keys = addedKeys(schema);
  if (keys.length > 0) at.notes(`new values: ${keys.join(', ')}`);
  else at[isHarmless(schema) ? 'notes' : 'surprises'](text);
}

function isHarmless(schema: Schema): boolean {
  const { pattern } = schema.after;
  if (schema.direction === 'answered' || pattern === undefined) return true;
  return /^\^?\.\*\$?$/.test(textOf(pattern)) || acceptsWords(schema);
}

/** Whether an enum of a request became a pattern and a length that accept all values of the enum. */
export function acceptsWords({ before, after, direction }: Schema): boolean {
  const { pattern, maxLength = Infinity } = after;
  const words = enumOf(before);
  if (direction !== 'sent' || !words || enumOf(after) || typeof pattern !== 'string') return false;
  const accepted = new RegExp(pattern);
  return words.every((word) => accepted.test(word) && word.length <= Number(maxLength));
}

/** Sort keys that modules have added to the pattern of a parameter; empty if the pattern differs in anything else. */
function addedKeys({ before, after, direction }: Schema): readonly string[] {
  if (direction !== 'sent') return [];
  const [was = [], is = []] = [before, after].map((one) => Object.keys(one['x-origins'] ?? {}));
  const added = is.filter((name) => !was.includes(name));
  const without = added.reduce((pattern, name) => pattern.replaceAll(`|${name}`, ''), textOf(after['pattern']));
  return without === before['pattern'] ? added : [];
}
