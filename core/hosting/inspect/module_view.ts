import { pointOf, wrapOf } from '../../kernel/declare/service_entries.ts';
import type { Layer, ModuleFolder } from '../../kernel/modules/layers.ts';
import type { LoadedModule } from '../../kernel/modules/load_module.ts';
import type { Manifest } from '../../kernel/modules/manifest.ts';
import type { ModuleMigrations } from '../../kernel/base/migrator.ts';

/** A service of a module, and its effect on an earlier service of the same name. */
export interface GivenService {
  readonly name: string;
  /** Extension point that the service contributes to. */
  readonly point?: string;
  /** Module whose service this service replaces. */
  readonly replaces?: string;
  /** Module whose service this service wraps; `kernel` for a convention. */
  readonly decorates?: string;
}

export interface ModuleView {
  readonly name: string;
  readonly layer: Layer;
  readonly version: string;
  /** Absolute path. */
  readonly folder: string;
  /** The package that brings the module, if one does. */
  readonly package?: NonNullable<ModuleFolder['package']>;
  readonly manifest: Manifest;
  /** Section of the configuration, with defaults. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly services: readonly GivenService[];
  /** Path of the file with the services, below the root. */
  readonly servicesFile: string;
  /** Names of the module's subscribers, each with its file below the root. */
  readonly subscribers: readonly { readonly name: string; readonly file: string }[];
  readonly migrations: ModuleMigrations;
}

/** Describes modules, in the order of their start. */
export function viewsOf(modules: readonly LoadedModule[]): ModuleView[] {
  const givers = new Map<string, string>();
  return modules.map((module) => {
    const { name, layer, folder, manifest, config: settings, migrations, servicesFile } = module;
    const services = Object.entries(module.services).map(([service, given]) => {
      const described = describe(service, given, givers.get(service));
      givers.set(service, name);
      return described;
    });
    const subscribers = module.subscribers.map((subscriber) => ({ name: subscriber.name, file: subscriber.file }));
    return {
      name,
      layer,
      version: manifest.version,
      folder,
      ...(module.package && { package: module.package }),
      manifest,
      settings,
      services,
      servicesFile,
      subscribers,
      migrations,
    };
  });
}

function describe(name: string, given: object, previous: string | undefined): GivenService {
  const point = pointOf(given as Parameters<typeof pointOf>[0]);
  // A wrapped service without a module before is a convention of the kernel.
  const owner = previous ?? (wrapOf(given) && 'kernel');
  const meeting = owner !== undefined && { [wrapOf(given) ? 'decorates' : 'replaces']: owner };
  return { name, ...(point !== undefined && { point }), ...meeting };
}
