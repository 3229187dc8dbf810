import { loggerOf, type Logger } from '../base/logger.ts';
import type { Services } from '../declare/services.ts';
import { nearest } from '../base/similar_names.ts';
import type { LoadedModule } from '../modules/load_module.ts';
import { manifestFile } from '../modules/manifest.ts';
import { comparedUses, covers, limitedTo, undeclared, type Uses } from '../modules/uses.ts';
import { ModuleFault } from '../modules/module_fault.ts';
import { servicesFault, type Provider } from './attribution.ts';
import { kernelProvider } from './kernel_provider.ts';

/** Code of a module that asks for services. */
export interface Asker {
  readonly module: Pick<Provider, 'layer' | 'manifest' | 'name'>;
  /** Path below the root, for messages. */
  readonly file: string;
  /** Name of the asking service, resource or file part, for messages. */
  readonly name: string;
}

/** Code of a module that uses services by their class. */
export interface ClassUser extends Asker {
  readonly module: Provider;
}

/** Services that modules offer to plugins. All others are internal: only core, their own module and `custom` use them. */
export class PublicServices {
  /** Purpose of each offered service, by its name. */
  readonly purposes: ReadonlyMap<string, string>;
  /** Modules that register a service, by its name; the first one owns the service. */
  readonly #owners = new Map<string, Provider[]>();

  /** @param ofKernel names of the services that the kernel adds */
  constructor(modules: readonly LoadedModule[], ofKernel: readonly string[]) {
    this.purposes = new Map(
      [kernelProvider, ...modules].flatMap(({ manifest }) => Object.entries(manifest.offers ?? {})),
    );
    for (const name of ofKernel) this.add(name, kernelProvider);
    for (const module of modules) this.add(`${module.name}Config`, module);
  }

  add(name: string, module: Provider): void {
    this.#owners.set(name, [...(this.#owners.get(name) ?? []), module]);
  }

  /** Refuses an unknown service. Refuses a plugin an internal service of another module, and one outside of its `uses`. */
  mustServe(name: string, { module, file, name: asker }: Asker): void {
    if (!this.#owners.has(name)) {
      const fix = 'correct the name, or install, enable and require the module that registers it';
      throw new Error(`there is no service "${name}"; ${fix}`);
    }
    const owner = this.#ownerOfInternal(name, module);
    if (!owner) {
      this.#mustBeDeclared(name, { module, file, name: asker });
      return;
    }
    const problem = `${asker} asks for the service "${name}", which is internal to the module "${owner.name}"`;
    throw new ModuleFault(module.name, file, `${problem}; ${adviceOn(owner)}`);
  }

  #mustBeDeclared(name: string, { module, file, name: asker }: Asker): void {
    const uses = comparedUses(module);
    const thing = { kind: 'services', name, file } as const;
    if (!uses || covers(uses, thing)) return;
    const owner = this.otherOwner(name, module.name);
    if (owner !== undefined) throw undeclared(module.name, thing, [asker, ` of the module "${owner}"`]);
  }

  /** Module that registered a service first; `kernel` for one of the kernel. */
  ownerOf(name: string): string | undefined {
    return this.#owners.get(name)?.[0]?.name;
  }

  /** Module that owns a service, unless it is the asking module or the kernel. */
  otherOwner(name: string, asker: string): string | undefined {
    const owners = this.#owners.get(name) ?? [];
    const isOwn = owners.some((one) => one.name === asker || one === kernelProvider);
    return isOwn ? undefined : owners[0]?.name;
  }

  /** Refuses a plugin that replaces or decorates an internal service of another module. @throws ModuleFault */
  mustBeChangeable(name: string, module: Provider): void {
    const owner = this.#ownerOfInternal(name, module);
    if (!owner) return;
    const problem = `the service "${name}" is internal to ${owner.servicesFile}, so plugins neither replace nor decorate it`;
    throw servicesFault(module, `${problem}; rename this service, or ${adviceOn(owner)}`);
  }

  /** Refuses an offer of a service that its module has not registered. @throws ModuleFault */
  mustHave({ name: module, manifest, servicesFile, ...rest }: LoadedModule): void {
    const own = [...this.#owners]
      .filter(([, owners]) => owners.some((one) => one.name === module))
      .map(([name]) => name);
    const unknown = Object.keys(manifest.offers ?? {}).find((name) => !own.includes(name));
    if (unknown === undefined) return;
    const [near] = nearest(unknown, own);
    const fix = near
      ? `write "${near}", or remove the entry`
      : `register it in ${servicesFile || 'services.ts'}, or remove the entry`;
    const problem = `"offers" names "${unknown}", which is no service of this module; ${fix}.`;
    throw new ModuleFault(module, manifestFile({ ...rest, name: module }), problem);
  }

  #ownerOfInternal(name: string, { layer, name: asker }: Asker['module']): Provider | undefined {
    if (layer !== 'plugins' || this.purposes.has(name)) return undefined;
    const owners = this.#owners.get(name) ?? [];
    return owners.some((one) => one.name === asker) ? undefined : owners[0];
  }
}

/** What plugins may use instead of an internal service of a module. */
function adviceOn(owner: Provider): string {
  const { layer, name: module, manifest } = owner;
  const names = Object.keys(manifest.offers ?? {})
    .map((one) => `"${one}"`)
    .join(', ');
  const use = names
    ? `use what the module "${module}" offers to plugins: ${names}.`
    : `do without it, because the module "${module}" offers no services to plugins.`;
  const own = `To offer it, its author adds it to "offers" in ${manifestFile(owner)}.`;
  return layer === 'core' ? use : `${use} ${own}`;
}

/** Properties that promises and `JSON.stringify` ask each object for. */
const askedOfAll = new Set(['then', 'toJSON']);

/**
 * Services as code of a module sees them: with the logger of the module, and without internal services of others. A proxy
 * around awilix's cradle would be slower: V8 would request a property descriptor from the cradle, and awilix would copy all
 * registrations for each request.
 * @param seen gets each requested name
 */
export function servicesFor(
  asker: Asker,
  cradle: Services,
  { offers, seen }: { readonly offers: PublicServices; readonly seen: (name: string) => void },
): Services {
  const uses = comparedUses(asker.module);
  return new Proxy({} as Services, {
    get: (target, key) => {
      if (typeof key === 'symbol' || key in target || askedOfAll.has(key)) return Reflect.get(target, key) as unknown;
      const name = key as keyof Services;
      seen(name);
      offers.mustServe(name, asker);
      const service: unknown = cradle[name];
      if (name === 'logger') return loggerOf(asker.module.name, service as Logger);
      const limit = uses && (service as { [limitedTo]?(plugin: string, uses: Uses): unknown } | null)?.[limitedTo];
      return limit ? limit.call(service, asker.module.name, uses) : service;
    },
    set: (_, name, value) => Reflect.set(cradle, name, value),
    ownKeys: () => {
      throw new TypeError('the services cannot be spread; name each service that is needed');
    },
  });
}
