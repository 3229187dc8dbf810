import type { ServiceName, Services } from './services.ts';

let services: Services | undefined;

/**
 * Returns a service by its name, for the fields and the constructor of services and resources. They are constructed once,
 * when the server starts.
 *
 * @example
 * export class Levels {
 *   readonly #database = use('database');
 * }
 * @throws TypeError when called at another time, and as the decorator of a parameter; ModuleFault for an unknown name
 */
export function use<N extends ServiceName>(name: N): Services[N] {
  if (services) return services[name];
  throw new TypeError(
    `use('${name}') runs only while a service or resource is constructed; write a field: readonly #${name} = use('${name}').`,
  );
}

/** The services of the module whose service or resource is constructed. */
export function usedServices(): Services {
  return services as Services;
}

/** Runs `build`; meanwhile, `use` takes services from `from`. */
export function whileUsing<T>(from: Services, build: () => T): T {
  const outer = services;
  services = from;
  try {
    return build();
  } finally {
    services = outer;
  }
}
