import 'reflect-metadata';
// oxlint-disable-next-line no-restricted-imports -- only to create a child container
import { container as root, type InjectionToken } from 'tsyringe';
import { runAs } from '../modules/module_context.ts';
import { operations, type Operation } from '../base/operations.ts';
import { parentOf } from '../declare/resource_records.ts';
import { attributed, ModuleFault } from '../modules/module_fault.ts';
import { whileUsing } from '../declare/use.ts';
import type { LoadedResource } from '../modules/load_module.ts';
import { servicesFor } from './public_services.ts';
import type { ServiceRegistry } from './service_registry.ts';

export interface BuiltResource extends LoadedResource {
  readonly instance: Readonly<Partial<Record<Operation, (call: never, original: () => unknown) => unknown>>>;
}

/**
 * Builds every resource class once with tsyringe, whose factories take the services from awilix. Adds the names of these
 * services to those that the module has requested, except for services that the parent of the class takes.
 * @throws ModuleFault naming class and file
 */
export function buildResources(
  resources: readonly LoadedResource[],
  { services, requested, offers, privates }: Pick<ServiceRegistry, 'offers' | 'privates' | 'requested' | 'services'>,
): BuiltResource[] {
  const container = root.createChildContainer();
  const resolve = <T>(token: InjectionToken<T>, useFactory: () => T): T => {
    if (!container.isRegistered(token)) container.register(token, { useFactory });
    return container.resolve(token);
  };
  const taken = new Map<object | undefined, ReadonlySet<string>>();
  return resources.map((resource) => {
    const { target, module, file } = resource;
    refuseIncomplete(resource);
    const names = new Set<string>();
    const asker = { ...resource, name: nameOf(resource) };
    const used = servicesFor(asker, services, { offers, seen: (name) => names.add(name) });
    const describe = (reason: string) =>
      [file, `${nameOf(resource)} cannot be built: ${reason.split('\n').at(-1)?.trim() ?? ''}`] as const;
    // By a factory: with `@injectable`, tsyringe would keep the class for the lifetime of the process.
    const build = () => resolve(target, () => new target());
    const instance = attributed(module.name, describe, () =>
      runAs(module, () => whileUsing(used, build, privates.takenBy(asker))),
    );
    taken.set(target, names);
    const inherited = taken.get(parentOf(target));
    const all = requested.get(module.name) ?? new Set();
    requested.set(module.name, all);
    for (const name of names) if (!inherited?.has(name)) all.add(name);
    return { ...resource, instance };
  });
}

function refuseIncomplete(resource: LoadedResource): void {
  const { target } = resource;
  if (target.length > 0) {
    const fix = "take each service by a field: protected readonly users = use('users');";
    throw fault(resource, `has a constructor with parameters; ${fix}`);
  }
  if (operations.some((name) => name in target.prototype)) return;
  throw fault(resource, `has no operation; write at least one of the methods ${operations.join(', ')}.`);
}

function fault(resource: LoadedResource, problem: string): ModuleFault {
  return new ModuleFault(resource.module.name, resource.file, `${nameOf(resource)} ${problem}`);
}

function nameOf({ target }: LoadedResource): string {
  return target.name || 'the resource';
}
