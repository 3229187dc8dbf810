import { isUnfiltered, type Answer, type ChosenValue, type Page } from '../declare/answer.ts';
import type { Field, Fields } from '../declare/field.ts';
import { isAdded, type Extension } from './extended_shapes.ts';

/** Objects of one answer, by the extension whose fields they get. */
export type Found = Map<Extension, Set<object>>;

/** Collects the objects in a value that get added fields; `only` has the names in the input `fields` of the request. */
export type Search = (value: unknown, found: Found, only?: readonly string[]) => void;

/** Creates the search in the answers of one route; undefined if none can have added fields. */
export function searchOf(answer: Answer, mode = ''): Search | undefined {
  if (isUnfiltered(answer)) return undefined;
  const searches: Searches = new Map();
  if (!('kind' in answer)) return inObject(answer.fields(mode), searches);
  if ('shape' in answer) {
    const one = inObject(answer.shape.fields(mode), searches);
    if (!one || answer.kind === 'list') return one && each(one);
    return (page, found, only) => each(one)((page as Page<unknown>).data, found, only);
  }
  const { kind, shapeOf } = answer;
  if (!shapeOf) return undefined;
  const inChosen: Search = (chosen, found, only) => {
    const { mode: chosenMode, value } = chosen as ChosenValue;
    inObject(shapeOf(chosen as ChosenValue).fields(chosenMode), searches)?.(value, found, only);
  };
  if (kind === 'choice') return inChosen;
  return (record, found, only) => {
    for (const chosen of Object.values(record as object)) inChosen(chosen, found, only);
  };
}

/** Compiled searches by the fields they search. `undefined`: no added fields, or not compiled yet. */
type Searches = Map<Fields, Search | undefined>;

function inObject(fields: Fields, searches: Searches): Search | undefined {
  // Looked up at each call: a recursive shape contains itself, so its search may not be compiled yet.
  if (searches.has(fields)) return (...given) => searches.get(fields)?.(...given);
  searches.set(fields, undefined);
  const names = namesByExtension(fields);
  const inner = Object.entries<Field>(fields).flatMap(([name, one]) => {
    const search = inField(one, searches);
    return search ? [{ name, search }] : [];
  });
  if (names.size === 0 && inner.length === 0) return undefined;
  const search: Search = (value, found, only) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [extension, its] of names) {
      const isWanted = only ? its.some((name) => only.includes(name)) : !extension.declared.onRequest;
      if (isWanted) add(found, extension, value);
    }
    for (const { name, search: nested } of inner) {
      if (!only || only.includes(name)) nested((value as Readonly<Record<string, unknown>>)[name], found);
    }
  };
  searches.set(fields, search);
  return search;
}

function namesByExtension(fields: Fields): Map<Extension, string[]> {
  const names = new Map<Extension, string[]>();
  for (const [name, one] of Object.entries<Field>(fields)) {
    if (isAdded(one)) names.set(one.extension, [...(names.get(one.extension) ?? []), name]);
  }
  return names;
}

function inField({ inner }: Field, searches: Searches): Search | undefined {
  if (!inner) return undefined;
  const search = 'item' in inner ? inField(inner.item, searches) : inObject(inner.of().fields(inner.mode), searches);
  return search && each(search);
}

/** Applies a search to each entry of a list, or to a single value. */
function each(search: Search): Search {
  return (value, found, only) => {
    if (!Array.isArray(value)) search(value, found, only);
    else for (const one of value as unknown[]) search(one, found, only);
  };
}

function add(found: Found, extension: Extension, object: object): void {
  const objects = found.get(extension);
  if (objects) objects.add(object);
  else found.set(extension, new Set([object]));
}
