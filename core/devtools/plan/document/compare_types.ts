import type { Comparison } from './change.ts';
import type { Schema } from './schema.ts';
import { textOf, type Tree } from './tree.ts';

/** For each format, the other formats whose values it includes. */
const contained: Readonly<Record<string, readonly string[]>> = {
  double: ['float'],
  int64: ['int32'],
  'date-time': ['date', 'time'],
};

/** Compares types and formats. @returns false for a breaking change of the type, after which the comparison ends */
export function compareTypes(schema: Schema, at: Comparison): boolean {
  const [was, is] = [typesOf(schema.before), typesOf(schema.after)];
  const [narrow, wide] = schema.direction === 'sent' ? [was, is] : [is, was];
  if (!fits(narrow, wide, schema.isText)) {
    at.breaks(`the type was ${wordsOf(was)} and is ${wordsOf(is)}`);
    return false;
  }
  if (!fits(wide, narrow)) at.notes(`the type was ${wordsOf(was)} and is ${wordsOf(is)}`);
  compareFormats(schema, at);
  return true;
}

function compareFormats({ before, after, direction }: Schema, at: Comparison): void {
  const [was, is] = [before['format'], after['format']];
  if (was === is) return;
  const [narrow, wide] = direction === 'sent' ? [was, is] : [is, was];
  const isContained = wide === undefined || contained[textOf(wide)]?.includes(textOf(narrow)) === true;
  at[isContained ? 'notes' : 'breaks'](`the format was ${textOf(was)} and is ${textOf(is)}`);
}

/** Types of a schema, with `null` for `nullable` of OpenAPI 3.0. */
function typesOf({ type, nullable }: Tree): readonly string[] {
  if (type === undefined) return [];
  const types = [type].flat().map(String);
  return nullable === true && !types.includes('null') ? [...types, 'null'] : types;
}

/** Whether `wide` allows every type in `narrow`. An empty list allows all types; with `isText`, `string` all but `null`. */
function fits(narrow: readonly string[], wide: readonly string[], isText = false): boolean {
  if (wide.length === 0) return true;
  if (narrow.length === 0) return false;
  const isContained = (type: string) =>
    (type === 'integer' && wide.includes('number')) || (isText && type !== 'null' && wide.includes('string'));
  return narrow.every((type) => wide.includes(type) || isContained(type));
}

/** Types of a schema for a message. */
export function typeWords(schema: Tree): string {
  return wordsOf(typesOf(schema));
}

function wordsOf(types: readonly string[]): string {
  return types.length === 0 ? 'anything' : types.join(' or ');
}
