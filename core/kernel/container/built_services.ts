import type { Lifecycle } from '../declare/services.ts';
import { attributed, ModuleFault } from '../modules/module_fault.ts';
import type { ClassUser } from './public_services.ts';

/** Purpose of each lifecycle method, for messages. */
const lifecycleVerbs = {
  start: 'start the service',
  ready: 'start work that needs other modules',
  check: 'check the health of the service',
  operatorRemarks: 'ask for remarks',
  retire: 'announce the shutdown',
  stop: 'stop the service',
} as const satisfies Record<keyof Lifecycle, string>;

/** Objects among the built services, by module. A service without a name comes before the first one that uses it. */
export class BuiltServices {
  readonly #services = new Map<string, Lifecycle[]>();

  /** Services of a module, in the order of their registration. */
  readonly of = (module: string): readonly Lifecycle[] => this.#services.get(module) ?? [];

  /** Adds a service. @throws ModuleFault for a lifecycle method with parameters, or one that cannot be read */
  add(service: Lifecycle, owner: ClassUser): void {
    refuseLifecycleClash(service, owner);
    const { name } = owner.module;
    this.#services.set(name, [...this.of(name), service]);
  }
}

/** Rejects a service with a method such as `start(port)`: the kernel would call it, without arguments. */
function refuseLifecycleClash(service: Lifecycle, { module, file, name }: ClassUser): void {
  const describe = (reason: string) => [file, `properties of the service ${name} cannot be read: ${reason}`] as const;
  const clash = attributed(module.name, describe, () => clashOf(service));
  if (clash === undefined) return;
  const problem = `${clash}() of the service ${name} takes parameters, but the kernel calls it without any, to ${lifecycleVerbs[clash]}; rename the method.`;
  throw new ModuleFault(module.name, file, problem);
}

function clashOf(service: Lifecycle): keyof Lifecycle | undefined {
  const takesParameters = (method: keyof Lifecycle) => {
    const own: unknown = service[method];
    return typeof own === 'function' && own.length > 0;
  };
  return (Object.keys(lifecycleVerbs) as (keyof Lifecycle)[]).find(takesParameters);
}
