import { runAs } from '../modules/module_context.ts';
import { attributed, ModuleFault } from '../modules/module_fault.ts';
import { resolverOf } from '../declare/service_entries.ts';
import type { Lifecycle, Services } from '../declare/services.ts';
import { whileUsing, type ServiceClass, type UseClass } from '../declare/use.ts';
import type { BuiltServices } from './built_services.ts';
import type { ClassUser } from './public_services.ts';

/** A service without a name. */
interface PrivateService {
  readonly owner: ClassUser;
  /** Undefined while it is built. */
  service?: Lifecycle;
}

/** Services that `use` takes by their class. Each is built once, as code of the module that uses it first. */
export class PrivateServices {
  readonly #services = new Map<ServiceClass, PrivateService>();
  readonly #names = new Map<ServiceClass<unknown>, string>();

  /** @param servicesOf services by name, as code of a module sees them */
  constructor(
    private readonly built: BuiltServices,
    private readonly servicesOf: (user: ClassUser) => Services,
  ) {}

  /** Notes the name of a registered class, which is no private service. */
  register(service: ServiceClass<unknown>, name: string): void {
    this.#names.set(service, name);
  }

  /** Returns the function by which code of a module takes services of classes. */
  takenBy(user: ClassUser): UseClass {
    return (service) => this.#known(service, user) ?? this.#build(service, user);
  }

  #known(service: ServiceClass, user: ClassUser): object | undefined {
    const name = this.#names.get(service);
    if (name !== undefined) throw fault(user, `${service.name} is the service "${name}"; write use('${name}')`);
    const known = this.#services.get(service);
    if (!known) return undefined;
    const { module } = known.owner;
    // A class of custom that extends one of another module takes what the fields of that class take.
    const isCustom = module.layer === 'custom' || user.module.layer === 'custom';
    if (module.name !== user.module.name && !isCustom) {
      const fix = `register it in services.ts of "${module.name}" and use its name`;
      throw fault(user, `${service.name} is a service of the module "${module.name}" without a name; ${fix}`);
    }
    if (known.service) return known.service;
    throw fault(user, `${service.name} uses itself, or a service that uses it; pass one to the other by a method`);
  }

  #build(service: ServiceClass, user: ClassUser): object {
    const owner = { ...user, name: service.name };
    const known: PrivateService = { owner };
    this.#services.set(service, known);
    const describe = (reason: string) => [user.file, `the service ${service.name} cannot be built: ${reason}`] as const;
    const build = () => whileUsing(this.servicesOf(owner), () => new service(), this.takenBy(owner));
    try {
      const built: Lifecycle = attributed(user.module.name, describe, () => {
        refuseOther(service);
        return runAs(user.module, build);
      });
      this.built.add(built, owner);
      return (known.service = built);
    } finally {
      // A class that could not be built is no service that uses itself.
      if (!known.service) this.#services.delete(service);
    }
  }
}

/** Refuses functions, and classes whose constructor has parameters. @throws TypeError */
function refuseOther(service: ServiceClass): void {
  if ((resolverOf(service) as unknown) !== service) return;
  throw new TypeError('it is no class; give use() a class, or the name of a service');
}

function fault({ module, file }: ClassUser, problem: string): ModuleFault {
  return new ModuleFault(module.name, file, `${problem}.`);
}
