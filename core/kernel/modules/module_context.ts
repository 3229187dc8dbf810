import { AsyncLocalStorage } from 'node:async_hooks';
import type { ModuleFolder } from './layers.ts';

/** The module that owns running code. */
export type Owner = Pick<ModuleFolder, 'layer' | 'name' | 'folder'>;

// Inactive until code of plugins or of custom runs, because an active storage slows down all promises.
const storage = new AsyncLocalStorage<Owner | undefined>();
let isActive = false;

/** Runs code of a module. Timers, sockets and promises of plugins and custom are then attributed to the module. */
export function runAs<T, Given extends unknown[]>(owner: Owner, work: (...given: Given) => T, ...given: Given): T {
  if (owner.layer === 'core') return runOutside(() => work(...given));
  isActive = true;
  return storage.run(owner, work, ...given);
}

/** Makes `runCharged` effective also in a process without plugins and custom. */
export function alwaysCharge(): void {
  isActive = true;
}

/** Runs an operation or a job whose costs count for a module. No effect before code of plugins or of custom has run. */
export function runCharged<T, Given extends unknown[]>(owner: Owner, work: (...given: Given) => T, ...given: Given): T {
  return isActive ? storage.run(owner, work, ...given) : work(...given);
}

/** Runs code that a module triggers but does not own, such as opening a shared connection. */
export function runOutside<T>(work: () => T): T {
  return storage.getStore() === undefined ? work() : storage.run(undefined, work);
}

/** The plugin, or custom, that started the running code; undefined for code of core. */
export function runningModule(): Owner | undefined {
  const owner = storage.getStore();
  return owner?.layer === 'core' ? undefined : owner;
}

/** Name of the module that the costs of the running code count for; undefined outside of operations and jobs. */
export function chargedModule(): string | undefined {
  return storage.getStore()?.name;
}

type Method = (...given: unknown[]) => unknown;

const views = new WeakMap<object, object>();

/** Proxy of an object of a plugin or of custom: its methods run as code of the module. Other values stay unchanged. */
export function viewFor<T>(owner: Owner, service: T): T {
  if (owner.layer === 'core' || typeof service !== 'object' || service === null) return service;
  const known = views.get(service);
  if (known) return known as T;
  const view: object = new Proxy(service, handlerFor(owner));
  views.set(service, view);
  return view as T;
}

function handlerFor({ layer, name, folder }: Owner): ProxyHandler<object> {
  const owner = { layer, name, folder };
  const entries = new WeakMap<Method, Method>();
  return {
    get(service, key) {
      // Reads with the service as receiver, because a proxy has no access to private fields.
      const value: unknown = runAs(owner, () => Reflect.get(service, key, service) as unknown);
      if (typeof value !== 'function' || key === 'constructor' || isFixed(service, key)) return value;
      const method = value as Method;
      const entry = entries.get(method) ?? ((...given) => runAs(owner, () => method.apply(service, given)));
      entries.set(method, entry);
      return entry;
    },
  };
}

/** Whether a property is fixed (read-only, not configurable): a proxy must return its exact value. */
function isFixed(service: object, key: PropertyKey): boolean {
  const property = Object.getOwnPropertyDescriptor(service, key);
  return property?.configurable === false && property.writable === false;
}
