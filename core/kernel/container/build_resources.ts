import 'reflect-metadata';
// oxlint-disable-next-line no-restricted-imports -- only to create a child container
import { container as root, type DependencyContainer } from 'tsyringe';
import { runAs } from '../modules/module_context.ts';
import { operations, type Operation } from '../declare/operations.ts';
import { usesOf, type ResourceClass } from '../declare/resource_records.ts';
import { loggerOf } from '../declare/logger.ts';
import type { Services } from '../declare/services.ts';
import { ModuleFault } from '../modules/module_fault.ts';
import { reasonOf } from '../declare/thrown.ts';
import type { LoadedResource } from '../modules/load_module.ts';

export interface BuiltResource extends LoadedResource {
  readonly instance: Readonly<Partial<Record<Operation, (call: never, original: () => unknown) => unknown>>>;
}

/**
 * Builds every resource class once with tsyringe, whose factories take the services from awilix.
 * @throws ModuleFault naming class and file
 */
export function buildResources(resources: readonly LoadedResource[], services: Services): BuiltResource[] {
  const container = root.createChildContainer();
  const register = (name: string, module: string) => {
    if (container.isRegistered(name) && name !== 'logger') return;
    const find = () => services[name as keyof Services] as unknown;
    // Each module has its own `logger`; the last registration applies to the resource that is built next.
    const useFactory = name === 'logger' ? () => loggerOf(module, services.logger) : find;
    container.register(name, { useFactory });
  };
  return resources.map((resource) => {
    usesOf(resource.target).forEach((name) => {
      if (name) register(name, resource.module.name);
    });
    refuseIncomplete(resource);
    try {
      return { ...resource, instance: runAs(resource.module, () => resolve(resource.target, container)) };
    } catch (error) {
      throw fault(resource, `cannot be built: ${reasonOf(error).split('\n').at(-1)?.trim() ?? ''}`, error);
    }
  });
}

/** Builds a class by a factory: with `@injectable`, tsyringe would keep the class for the lifetime of the process. */
function resolve(target: ResourceClass, container: DependencyContainer): BuiltResource['instance'] {
  const useFactory = (from: DependencyContainer) =>
    new target(...usesOf(target).map((name) => name && from.resolve<unknown>(name)));
  container.register(target, { useFactory });
  return container.resolve(target);
}

function refuseIncomplete(resource: LoadedResource): void {
  const { target } = resource;
  const names = usesOf(target);
  const unnamed = Array.from({ length: target.length }, (_, index) => index).find((index) => !names[index]);
  if (unnamed !== undefined) throw fault(resource, `constructor parameter ${unnamed + 1} has no @use(name); add it.`);
  if (operations.some((name) => name in target.prototype)) return;
  throw fault(resource, `has no operation; write at least one of the methods ${operations.join(', ')}.`);
}

function fault({ target, module, file }: LoadedResource, problem: string, cause?: unknown): ModuleFault {
  return new ModuleFault(module.name, file, `${target.name || 'the resource'} ${problem}`, cause);
}
