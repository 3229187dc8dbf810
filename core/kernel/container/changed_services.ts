import { isInstance, propertyOf, valueText } from '../base/thrown.ts';
import { ModuleFault } from '../modules/module_fault.ts';
import { servicesFault, type Provider } from './attribution.ts';

/** Services that a later module has replaced or decorated, with the last such module. */
export class ChangedServices {
  readonly #changers = new Map<string, Provider>();

  constructor(
    /** Names of requested services, by requesting module. */
    private readonly requested: ReadonlyMap<string, ReadonlySet<string>>,
    private readonly modules: readonly Provider[],
  ) {}

  add(service: string, changer: Provider): void {
    this.#changers.set(service, changer);
  }

  /**
   * Attributes the fault of a module of core to the module that has changed a service of it, if the error comes from
   * code of the changing module, or is a TypeError, such as that of a missing method. Returns other errors unchanged.
   */
  attribute(thrown: unknown): unknown {
    if (!isInstance(thrown, ModuleFault) || !this.#isOfCore(thrown.module)) return thrown;
    const { module, message, cause } = thrown;
    for (const [service, changer] of this.#changers) {
      if (!this.requested.get(module)?.has(service) || !mayCause(changer, cause)) continue;
      const problem = `the service "${service}" that this module registers fails for the module "${module}" of core (${message}); give it all members of the original, or rename it.`;
      return servicesFault(changer, problem, cause);
    }
    return thrown;
  }

  #isOfCore(module: string): boolean {
    return this.modules.some(({ layer, name }) => layer === 'core' && name === module);
  }
}

function mayCause({ folder }: Provider, error: unknown): boolean {
  return isInstance(error, TypeError) || valueText(propertyOf(error, 'stack')).includes(folder);
}
