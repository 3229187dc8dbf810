import { join } from 'node:path';
import { kernelVersion } from '../base/package_info.ts';
import { resourceRecord, type ResourceClass } from '../declare/resource_records.ts';
import type { Services } from '../declare/services.ts';
import { Subscription } from '../declare/subscribe.ts';
import { folderInCode, placeOf, type ModuleFolder } from './layers.ts';
import type { Manifest } from './manifest.ts';
import { ModuleFault } from './module_fault.ts';

/** Steps of a migration, as a file in `migrations/` exports them; `knex` is that of the module `database`. */
interface MigrationSteps {
  up(knex: never): Promise<void>;
  down?(knex: never): Promise<void>;
}

type ManifestParts = Omit<Manifest, 'name' | 'version' | 'engines' | 'mounts' | 'onFailure' | 'optional'>;

/**
 * A module given as code, in place of a folder with `module.json`. It belongs to the program that creates the kernel, so it
 * has the rights of a module of core: any address, and no time limits. Its fault stops the start.
 *
 * @example
 * const greetings: CodeModule = { name: 'greetings', resources: [Greetings], services: { greeter: Greeter } };
 * const kernel = await createKernel({ root: process.cwd(), modules: [greetings] });
 */
export interface CodeModule extends ManifestParts {
  /** Lower-case letters, digits and underscores; names `modules.<name>` in the configuration. */
  readonly name: string;
  /** Version for `requires` of other modules; default: 1.0.0. */
  readonly version?: string;
  /** Entries of `services.ts`: classes, resolvers, contributions and decorators by name. */
  readonly services?: Readonly<Record<string, object>>;
  /** Classes with `@resource`, or results of `defineResource`. */
  readonly resources?: readonly ResourceClass[];
  /** Results of `subscribe(...)`, by the names that deliveries are stored under. */
  readonly subscribers?: Readonly<Record<string, Subscription>>;
  /** Migrations by name, such as `001_notes`, applied in the order of names. Later changes of a step are not noticed. */
  readonly migrations?: Readonly<Record<string, MigrationSteps>>;
  /** Inserts demo data, once. */
  readonly demo?: (services: Services) => Promise<void>;
}

/** Place of a module that is given as code. Its folder does not exist, so that no file is found in it. */
export function codeFolder(root: string, module: CodeModule): ModuleFolder {
  // A missing name is refused later.
  const { name = '(no name)' } = module as Partial<CodeModule>;
  return { layer: 'core', name, folder: join(root, folderInCode, name) };
}

/** The manifest that the properties of a module describe, before it is checked. */
export function manifestOfCode(module: CodeModule): object {
  const { services, resources, subscribers, migrations, demo, version = '1.0.0', ...manifest } = module;
  return { ...manifest, version, engines: { lectern: kernelVersion } };
}

/** Parts of a module given as code, as the loader reads those of a folder. @throws ModuleFault for a wrong part */
export function partsOfCode(module: ModuleFolder, code: CodeModule) {
  const place = placeOf(module);
  const { services = {}, resources = [], subscribers = {}, migrations = {}, demo } = code;
  const refuse = (part: string, wanted: string): never => {
    throw new ModuleFault(module.name, place, `${part} is not ${wanted}; correct the object.`);
  };
  return {
    services: { ...services },
    servicesFile: place,
    demo: demo && { file: `${place}, demo`, run: demo },
    resources: resources.map((target, index) => {
      const record = typeof target === 'function' ? resourceRecord(target) : undefined;
      if (!record) return refuse(`resources[${index}]`, 'a class with @resource(address), or defineResource(...)');
      return { target, file: `${place}, resource ${record.address}` };
    }),
    subscribers: Object.entries(subscribers).map(([name, subscription]) => {
      if (!(subscription instanceof Subscription)) refuse(`subscribers.${name}`, 'a result of subscribe(...)');
      return { subscription, name: `${module.name}.${name}`, file: `${place}, subscriber ${name}` };
    }),
    migrations: { module: module.name, files: Object.entries(migrations).sort(byKey).map(migrationFile) },
  };

  function migrationFile([name, steps]: readonly [string, MigrationSteps]) {
    if (typeof steps.up !== 'function') refuse(`migrations.${name}`, 'an object with the function up(knex)');
    return { name, file: `${place}, migration ${name}`, text: '', load: () => Promise.resolve(steps) };
  }
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
