import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { ModuleFault } from '../../../kernel/modules/module_fault.ts';
import type { ModuleFolder } from '../../../kernel/modules/layers.ts';
import { codeBelow } from '../../files/module_files.ts';

// Captured at load time, and the loops below use indexes: restoring must not depend on changed built-ins.
const { ownKeys, getOwnPropertyDescriptor, getPrototypeOf, setPrototypeOf, defineProperty, deleteProperty, apply } =
  Reflect;
const { is } = Object;

/** A built-in object that all code of the process shares. */
interface BuiltIn {
  readonly name: string;
  readonly object: object;
  /** Whether added properties are removed, too: a property of a prototype appears on all its instances. */
  readonly closed: boolean;
}

/** The compared parts of a property descriptor. */
interface Property {
  readonly value?: unknown;
  readonly get?: () => unknown;
  readonly set?: (value: unknown) => void;
}

interface Snapshot extends BuiltIn {
  readonly parent: object | null;
  readonly keys: readonly PropertyKey[];
  readonly descriptors: readonly Property[];
}

// Properties of `Error` that libraries change temporarily without harm.
const free = new Set<PropertyKey>(['stackTraceLimit', 'prepareStackTrace']);
const namespaces = ['JSON', 'Math', 'Reflect', 'Intl', 'Atomics'];

let known: Snapshot[] | undefined;
/** Whether `known` was compared in the current tick. */
let isFresh = false;

/**
 * Takes a snapshot of the built-ins: the global object, namespaces such as `Math`, classes and their prototypes.
 * @returns a function that restores what was changed, and returns the names of the changed properties
 */
export function snapshotBuiltIns(): () => string[] {
  const snapshots = known && isFresh ? known : refreshSnapshots();
  return () => {
    const changed: string[] = [];
    const touched: number[] = [];
    for (let index = 0; index < snapshots.length; index++) {
      const one = snapshots[index] as Snapshot;
      if (isUntouched(one)) continue;
      restoreBuiltIn(one, changed);
      touched[touched.length] = index;
    }
    // Node may have replaced a lazy getter by its class; the new snapshot saves the next comparison. Taken after all
    // restores, because `snapshotOf` uses built-ins.
    for (const index of touched) snapshots[index] = snapshotOf(snapshots[index] as Snapshot);
    if (known === snapshots) stayFresh();
    return changed;
  };
}

/** Takes new snapshots of changed built-ins only, because a snapshot costs more than a comparison. */
function refreshSnapshots(): Snapshot[] {
  return (known = (known ?? builtIns().map(snapshotOf)).map((one) => (isUntouched(one) ? one : snapshotOf(one))));
}

/** Lets a module that begins in the same tick use this comparison instead of another one. */
function stayFresh(): void {
  isFresh = true;
  process.nextTick(() => {
    isFresh = false;
  });
}

/**
 * Runs code of a module and undoes its changes to built-ins.
 * @throws ModuleFault that names a changed property and, if found, a line that mentions the property; else the error
 * of `work`
 */
export async function withFrozenBuiltIns<T>(module: ModuleFolder, root: string, work: () => Promise<T>): Promise<T> {
  const restore = snapshotBuiltIns();
  const refuse = () => {
    const [changed] = restore();
    if (changed !== undefined) throw tampering(module, root, changed);
  };
  const result = await work().catch((error: unknown) => {
    // A changed built-in may be the cause of the error.
    refuse();
    throw error;
  });
  refuse();
  return result;
}

function builtIns(): BuiltIn[] {
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

function snapshotOf(one: BuiltIn | Snapshot): Snapshot {
  const { name, object, closed } = one;
  // What is added later to an open object, such as a global variable of a plugin, is no built-in.
  const builtIn = 'keys' in one && !closed ? new Set(one.keys) : undefined;
  const keys = ownKeys(object).filter((key) => !free.has(key) && (builtIn?.has(key) ?? true));
  const descriptors = keys.map((key) => getOwnPropertyDescriptor(object, key) as Property);
  return { name, object, closed, parent: getPrototypeOf(object), keys, descriptors };
}

/** Whether an object has its former prototype and values and, if `closed`, no added properties. */
function isUntouched({ object, closed, parent, keys, descriptors }: Snapshot): boolean {
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

function restoreBuiltIn({ name, object, closed, parent, keys, descriptors }: Snapshot, changed: string[]): void {
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as PropertyKey;
    if (isUnchanged(object, key, descriptors[index] as Property)) continue;
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

function isUnchanged(object: object, key: PropertyKey, was: Property): boolean {
  const now: Property | undefined = getOwnPropertyDescriptor(object, key);
  if (!now) return false;
  if (is(now.value, was.value) && is(now.get, was.get) && is(now.set, was.set)) return true;
  // Node loads some classes lazily: the first access replaces the getter by the class.
  return was.get !== undefined && now.get === undefined && is(apply(was.get, object, []), now.value);
}

function tampering(module: ModuleFolder, root: string, changed: string): ModuleFault {
  const word = changed.replace(/\]$/, '').split(/[.([]/).at(-1) ?? changed;
  const place = lineWith(module.folder, new RegExp(`\\b${word.replace(/\W/g, '.')}\\b`));
  const file = relative(root, place?.file ?? module.folder);
  const where = place ? ` (${file}:${place.line})` : '';
  const problem = `it changes ${changed}, which all code of this process shares; write a function of your own instead`;
  return new ModuleFault(
    module.name,
    file,
    `${problem}${where}${place ? '' : ', or leave out the package that does it'}.`,
  );
}

/** First line of the module that contains the name. Another line may make the change. */
function lineWith(folder: string, name: RegExp): { file: string; line: number } | undefined {
  for (const file of codeBelow(folder)) {
    const line = readFileSync(file, 'utf8')
      .split('\n')
      .findIndex((text) => name.test(text));
    if (line !== -1) return { file, line: line + 1 };
  }
  return undefined;
}
