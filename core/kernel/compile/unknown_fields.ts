import { Kind, type TArray, type TSchema } from '@sinclair/typebox';
import type { FieldProblem } from '../declare/failure.ts';
import type { InputFields } from '../declare/input.ts';
import { MAX_DETAILS } from './input_failures.ts';
import { nearest } from '../base/similar_names.ts';

/** Longest name that is compared with the declared ones, and longest part of a name in a message. */
const MAX_NAME = 40;
/** Number of fields whose nearest names are searched: 40 characters and 60 declared names take 0.35 ms of CPU. */
const MAX_SUGGESTIONS = 10;

/** Adds undeclared fields of a value to `found`. `path` is the path of the value, separated by dots. */
type Finder = (value: unknown, path: string, found: FieldProblem[]) => void;

/** Compiles a function that lists undeclared fields, nested ones too, at most as many as one failure names. */
export function unknownFieldFinder(fields: InputFields): (source: unknown) => FieldProblem[] {
  const find = objectFinder(fields);
  return (source) => {
    const found: FieldProblem[] = [];
    find(source, '', found);
    return found;
  };
}

function finder(schema: TSchema): Finder | undefined {
  if (schema[Kind] === 'Object') return objectFinder(schema.properties as InputFields);
  const find = schema[Kind] === 'Array' ? finder((schema as TArray).items) : undefined;
  return find && ((list, path, found) => eachEntry(list, (entry, index) => find(entry, `${path}.${index}`, found)));
}

function eachEntry(list: unknown, visit: (entry: unknown, index: number) => void): void {
  if (Array.isArray(list)) list.forEach(visit);
}

function objectFinder(fields: InputFields): Finder {
  const names = Object.keys(fields);
  const inner = new Map(names.map((name) => [name, finder(fields[name] as TSchema)]));
  return (value, path, found) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    for (const [name, given] of Object.entries(value)) {
      if (found.length === MAX_DETAILS) return;
      const at = (shown: string) => (path === '' ? shown : `${path}.${shown}`);
      if (inner.has(name)) inner.get(name)?.(given, at(name), found);
      else
        found.push({ field: at(shortened(name)), message: unknown(name, found.length < MAX_SUGGESTIONS ? names : []) });
    }
  };
}

/** Beginning of a long name; half a character at the cut is replaced. */
function shortened(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME).toWellFormed()}…` : name;
}

function unknown(name: string, names: readonly string[]): string {
  const [near] = name.length > MAX_NAME ? [] : nearest(name, names, 1);
  return near === undefined ? 'is not known' : `is not known; did you mean "${near}"?`;
}
