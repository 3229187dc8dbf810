import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { ModuleFault } from '../../kernel/modules/module_fault.ts';
import type { ModuleFolder } from '../../kernel/modules/layers.ts';
import { codeBelow } from '../../kernel/modules/module_files.ts';

// Taken aside, as the loops below go by number: what puts the ground right must not itself stand on what was changed.
const { ownKeys, getOwnPropertyDescriptor, getPrototypeOf, setPrototypeOf, defineProperty, deleteProperty, apply } =
  Reflect;
const { is } = Object;

/** An object that all code of the process shares. */
interface Place {
  readonly name: string;
  readonly object: object;
  /** Whether it must not be added to either: what stands on a prototype turns up on every object. */
  readonly closed: boolean;
}

/** What counts of a property. */
interface Property {
  readonly value?: unknown;
  readonly get?: () => unknown;
  readonly set?: (value: unknown) => void;
}

/** The same as it was. */
interface Remembered extends Place {
  readonly parent: object | null;
  readonly keys: readonly PropertyKey[];
  readonly descriptors: readonly Property[];
}

// Settings of the engine, which libraries change for a moment and which harm nobody.
const free = new Set<PropertyKey>(['stackTraceLimit', 'prepareStackTrace']);
const namespaces = ['JSON', 'Math', 'Reflect', 'Intl', 'Atomics'];

let known: Remembered[] | undefined;
/** Whether it was looked at in this very turn of the event loop, in which nobody else has run since. */
let isFresh = false;

/**
 * Remembers what all code of the process shares: the global functions, the built-in classes and their prototypes.
 * @returns a function that puts back what was changed since, and answers the names of it
 */
export function freezeBuiltIns(): () => string[] {
  const remembered = known && isFresh ? known : lookAnew();
  return () => {
    const changed: string[] = [];
    for (let index = 0; index < remembered.length; index++) {
      const one = remembered[index] as Remembered;
      if (isUntouched(one)) continue;
      putBack(one, changed);
      // Where Node itself has put a class in the place of the question for it, there is nothing to look at again.
      remembered[index] = remember(one);
    }
    if (known === remembered) stayFresh();
    return changed;
  };
}

/** Remembering costs more than looking, and hardly ever has anything changed since the last time. */
function lookAnew(): Remembered[] {
  return (known = (known ?? places().map(remember)).map((one) => (isUntouched(one) ? one : remember(one))));
}

/** Of a thousand plugins each begins in the turn in which the one before was found to be innocent. */
function stayFresh(): void {
  isFresh = true;
  process.nextTick(() => {
    isFresh = false;
  });
}

/**
 * Runs code of a module and undoes what it changed of the common ground.
 * @throws ModuleFault naming what was changed, and the line where that can be found
 */
export async function withFrozenBuiltIns<T>(module: ModuleFolder, root: string, work: () => Promise<T>): Promise<T> {
  const restore = freezeBuiltIns();
  const refuse = () => {
    const [changed] = restore();
    if (changed !== undefined) throw tampering(module, root, changed);
  };
  const result = await work().catch((error: unknown) => {
    // Where the ground has moved, that may well be what made it fail.
    refuse();
    throw error;
  });
  refuse();
  return result;
}

function places(): Place[] {
  const classes = Object.entries(Object.getOwnPropertyDescriptors(globalThis)).flatMap(([name, { value }]) =>
    /^[A-Z]/.test(name) && typeof value === 'function' ? [{ name, object: value as { prototype?: object } }] : [],
  );
  return [
    { name: 'globalThis', object: globalThis, closed: false },
    ...namespaces.map((name) => ({ name, object: globalThis[name as 'JSON'], closed: false })),
    ...classes.map(({ name, object }) => ({ name, object, closed: false })),
    ...classes.flatMap(({ name, object: { prototype } }) =>
      prototype ? [{ name: `${name}.prototype`, object: prototype, closed: true }] : [],
    ),
  ];
}

function remember({ name, object, closed }: Place): Remembered {
  const keys = ownKeys(object).filter((key) => !free.has(key));
  const descriptors = keys.map((key) => getOwnPropertyDescriptor(object, key) as Property);
  return { name, object, closed, parent: getPrototypeOf(object), keys, descriptors };
}

/** A quick look: the plain properties have their values, and none was added. */
function isUntouched({ object, closed, parent, keys, descriptors }: Remembered): boolean {
  if (getPrototypeOf(object) !== parent) return false;
  const record = object as Readonly<Record<PropertyKey, unknown>>;
  for (let index = 0; index < keys.length; index++) {
    const was = descriptors[index] as Property;
    const key = keys[index] as PropertyKey;
    const isSame = was.get ? getOwnPropertyDescriptor(object, key)?.get === was.get : is(record[key], was.value);
    if (!isSame) return false;
  }
  return !closed || ownKeys(object).length === keys.length;
}

function putBack({ name, object, closed, parent, keys, descriptors }: Remembered, changed: string[]): void {
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as PropertyKey;
    if (isAsItWas(object, key, descriptors[index] as Property)) continue;
    changed[changed.length] = nameOf(name, key);
    defineProperty(object, key, descriptors[index] as Property);
  }
  const now = closed ? ownKeys(object) : [];
  for (let index = 0; index < now.length; index++) {
    const key = now[index] as PropertyKey;
    if (has(keys, key)) continue;
    changed[changed.length] = nameOf(name, key);
    deleteProperty(object, key);
  }
  if (getPrototypeOf(object) === parent) return;
  changed[changed.length] = `the prototype of ${name}`;
  setPrototypeOf(object, parent);
}

function has(keys: readonly PropertyKey[], key: PropertyKey): boolean {
  for (let index = 0; index < keys.length; index++) if (keys[index] === key) return true;
  return false;
}

function nameOf(name: string, key: PropertyKey): string {
  return typeof key === 'symbol' ? `${name}[${key.description ?? ''}]` : `${name}.${String(key)}`;
}

function isAsItWas(object: object, key: PropertyKey, was: Property): boolean {
  const now: Property | undefined = getOwnPropertyDescriptor(object, key);
  if (!now) return false;
  if (is(now.value, was.value) && is(now.get, was.get) && is(now.set, was.set)) return true;
  // Node reads its larger classes when they are first asked for, and stands them in the place of the question.
  return was.get !== undefined && now.get === undefined && is(apply(was.get, object, []), now.value);
}

function tampering(module: ModuleFolder, root: string, changed: string): ModuleFault {
  const word = changed.replace(/\]$/, '').split(/[.([]/).at(-1) ?? changed;
  const place = lineWith(module.folder, new RegExp(`\\b${word.replace(/\W/g, '.')}\\b`));
  const file = relative(root, place?.file ?? module.folder);
  const where = place ? ` (${file}:${place.line})` : '';
  const problem = `it changes ${changed}, which everything in this process shares; write a function of your own instead`;
  return new ModuleFault(
    module.name,
    file,
    `${problem}${where}${place ? '' : ', or leave out the package that does it'}.`,
  );
}

/** Only a guess, for the reader: the first line that names what was changed. */
function lineWith(folder: string, name: RegExp): { file: string; line: number } | undefined {
  for (const file of codeBelow(folder)) {
    const line = readFileSync(file, 'utf8')
      .split('\n')
      .findIndex((text) => name.test(text));
    if (line !== -1) return { file, line: line + 1 };
  }
  return undefined;
}
