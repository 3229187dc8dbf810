import type { ServiceName, Services } from './services.ts';

/** A class of services, whose fields take other services by `use`. */
export type ServiceClass<T = object> = new () => T;

/** Returns the service of a class, which is built when it is used first. */
export type UseClass = (service: ServiceClass) => object;

/** Services that code may use while it runs: by name, and by class. */
interface Usable {
  readonly byName: Services;
  readonly byClass: UseClass;
}

let usable: Usable | undefined;

/**
 * Returns a service by its name, or by its class, for the fields and the constructor of services and resources. They are
 * constructed once, when the server starts. A service that only its own module uses needs no name: the class is enough.
 *
 * @example
 * export class Levels {
 *   readonly #database = use('database');
 *   readonly #calendar = use(Calendar);
 * }
 * @throws TypeError when called at another time, and as the decorator of a parameter; ModuleFault for an unknown name,
 * for the class of a registered service, and for a class that another module uses
 */
export function use<N extends ServiceName>(name: N): Services[N];
export function use<T extends object>(service: ServiceClass<T>): T;
export function use(wanted: ServiceName | ServiceClass): unknown {
  if (usable) return typeof wanted === 'function' ? usable.byClass(wanted) : usable.byName[wanted];
  const call = typeof wanted === 'function' ? `use(${wanted.name})` : `use('${wanted}')`;
  const field = typeof wanted === 'function' ? 'service' : wanted;
  throw new TypeError(
    `${call} runs only while a service or resource is constructed; write a field: readonly #${field} = ${call}.`,
  );
}

/** The services of the module whose service or resource is constructed. */
export function usedServices(): Services {
  return usable?.byName as Services;
}

/** Runs `build`; meanwhile, `use` takes services from `byName` and `byClass`, which by default builds each class once. */
export function whileUsing<T>(byName: Services, build: () => T, byClass: UseClass = eachOnce()): T {
  const outer = usable;
  usable = { byName, byClass };
  try {
    return build();
  } finally {
    usable = outer;
  }
}

function eachOnce(): UseClass {
  const built = new Map<ServiceClass, object>();
  return (service) => {
    const one = built.get(service) ?? new service();
    built.set(service, one);
    return one;
  };
}
