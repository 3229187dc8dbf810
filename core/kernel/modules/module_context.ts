import { AsyncLocalStorage } from 'node:async_hooks';
import type { ModuleFolder } from './layers.ts';

/** The module whose code runs. */
export type Owner = Pick<ModuleFolder, 'layer' | 'name' | 'folder'>;

// Nothing is followed until code of plugins or custom runs: while it is on, promises take longer to make.
const storage = new AsyncLocalStorage<Owner | undefined>();

/** Runs code of a module. Timers, sockets and promises that it begins are known as its own; those of core are nobody's. */
export function runAs<T, Given extends unknown[]>(owner: Owner, work: (...given: Given) => T, ...given: Given): T {
  if (owner.layer === 'core') return runOutside(() => work(...given));
  return storage.run(owner, work, ...given);
}

/** Runs code of the host that a module has caused, such as opening a connection that others will use. */
export function runOutside<T>(work: () => T): T {
  return storage.getStore() === undefined ? work() : storage.run(undefined, work);
}

/** The plugin, or custom, that has begun what runs now. */
export function runningModule(): Owner | undefined {
  return storage.getStore();
}

type Method = (...given: unknown[]) => unknown;

const views = new WeakMap<object, object>();

/** A service of a module as core sees it: each of its methods runs as code of the module. One view for one service. */
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
      // Private fields are known to the service itself only, not to its view.
      const value: unknown = runAs(owner, () => Reflect.get(service, key, service) as unknown);
      if (typeof value !== 'function' || key === 'constructor' || isFixed(service, key)) return value;
      const method = value as Method;
      const entry = entries.get(method) ?? ((...given) => runAs(owner, () => method.apply(service, given)));
      entries.set(method, entry);
      return entry;
    },
  };
}

/** A proxy has to answer with the very value of a property that can never change. */
function isFixed(service: object, key: PropertyKey): boolean {
  const property = Object.getOwnPropertyDescriptor(service, key);
  return property?.configurable === false && property.writable === false;
}
