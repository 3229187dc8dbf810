import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeRoute, type Kernel, type ModuleView } from '../../hosting/internals.ts';
import { codeFilesIn, declaredMembers, nameIn, Source } from '../../cli/index.ts';
import { knownEvents } from '../../infrastructure/events/index.ts';
import { exportedNames } from './exported_names.ts';
import { WrittenTypes, type Member, type WrittenType } from './written_types.ts';

/** A service or extension point, with the members of its type. */
export interface Offer {
  readonly name: string;
  readonly module: string;
  /** Type, as declared in `Services` or `ExtensionPoints`; class of the object for an undeclared service. */
  readonly type: string;
  readonly file: string;
  readonly description: string;
  readonly example: string;
  readonly members: readonly Member[];
}

/** A field of a shape or of a settings section. */
export interface FieldLine {
  readonly name: string;
  readonly type: string;
  readonly description: string;
}

/** Everything that the modules of an installation offer to plugins. */
export type Reference = ReturnType<typeof referenceOf>;

/** A failure, and the modules whose operations can fail by it. */
export interface ListedFailure {
  readonly name: string;
  readonly code: number;
  readonly status: number;
  readonly message: string;
  readonly modules: readonly string[];
}

type Place = Pick<ModuleView, 'name' | 'folder'>;

/**
 * Collects the reference of an installation. Types are read from the sources, because they do not exist at run time.
 */
export function referenceOf(root: string, kernel: Kernel) {
  const ofKernel = join(root, 'core/kernel');
  const kernelPlace = existsSync(ofKernel) ? [{ name: 'kernel', folder: ofKernel }] : [];
  const places: readonly Place[] = [...kernelPlace, ...kernel.modules];
  const types = new WrittenTypes(
    root,
    places.map(({ folder }) => folder),
  );
  const declared = offersOf('Services', places, types);
  const services = [...declared, ...undeclared(kernel, declared, types)];
  return {
    /** Exports of `lectern` and `lectern/core`. */
    names: exportedNames(root),
    services: services.flatMap((one) => publicOf(one, kernel)).sort(byName),
    points: offersOf('ExtensionPoints', places, types),
    events: knownEvents(root, kernel),
    shapes: shapesOf(kernel),
    failures: failuresOf(kernel),
    settings: settingsOf(kernel),
    permissions: permissionsOf(kernel),
  };
}

/** A service with the sentence of its offer; nothing for an internal service. */
function publicOf(service: Offer, { offers }: Kernel): Offer[] {
  const purpose = offers.get(service.name);
  const description = `${purpose} ${service.description}`.trim();
  return purpose === undefined ? [] : [{ ...service, description }];
}

function offersOf(table: string, places: readonly Place[], types: WrittenTypes): Offer[] {
  const offers = places.flatMap((place) =>
    codeFilesIn(place.folder)
      .filter((path) => readFileSync(path, 'utf8').includes(`interface ${table}`))
      .flatMap((path) => offersIn(new Source(path), { table, place, types })),
  );
  return offers.filter(({ name }) => !name.endsWith('Config')).sort(byName);
}

function offersIn(
  source: Source,
  { table, place, types }: { table: string; place: Place; types: WrittenTypes },
): Offer[] {
  return declaredMembers(source, table).map(({ name, node, type, description }) => {
    const text = type ? source.textOf(type).replaceAll(/\s+/g, ' ') : 'unknown';
    const [, typeName = ''] = /^(?:readonly )?(\w+)/.exec(text) ?? [];
    const written: WrittenType | undefined =
      type && nameIn(type['typeName']) === undefined ? undefined : types.find(typeName, place.folder);
    const { file = '', example = '', members = [] } = written ?? {};
    return {
      name,
      module: place.name,
      type: text,
      file,
      example: example || source.exampleOn(node),
      description: description || (written?.description ?? ''),
      members,
    };
  });
}

/** Services without a declared type, such as those in plain JavaScript. Contributions and decorators are left out. */
function undeclared({ modules, services }: Kernel, declared: readonly Offer[], types: WrittenTypes): Offer[] {
  const known = new Set(declared.map(({ name }) => name));
  const registered = new Set(Reflect.ownKeys(services));
  return modules.flatMap(({ name: module, folder, services: given }) =>
    given
      .filter(({ name, point, decorates }) => !known.has(name) && point === undefined && decorates === undefined)
      .flatMap(({ name }) => {
        if (!registered.has(name)) return [];
        const built = services[name as keyof typeof services] as { constructor?: { name: string } } | null;
        const type = built?.constructor?.name ?? typeof built;
        const written = type === 'Object' ? undefined : types.find(type, folder);
        const { file = '', description = '', example = '', members = [] } = written ?? {};
        return [{ name, module, type, file, description, example, members }];
      }),
  );
}

/** The entries of a reference whose names contain a word, in upper or lower case. */
export function narrowed(reference: Reference, word: string): Reference {
  const fits = (name: string) => name.toLowerCase().includes(word.toLowerCase());
  return {
    names: reference.names.filter(({ name }) => fits(name)),
    services: reference.services.filter(({ name }) => fits(name)),
    points: reference.points.filter(({ name }) => fits(name)),
    events: reference.events.filter(({ event }) => fits(event)),
    shapes: reference.shapes.filter(({ name }) => fits(name)),
    failures: reference.failures.filter(({ name }) => fits(name)),
    settings: reference.settings.filter(({ name }) => fits(name)),
    permissions: reference.permissions.filter(({ permission }) => fits(permission)),
  };
}

function shapesOf(kernel: Kernel) {
  const all = kernel.routes.flatMap((route) => describeRoute(route, kernel).answer.shapes);
  const distinct = new Map(all.map((one) => [`${one.name}.${one.mode}`, one]));
  return [...distinct.values()].sort(byName);
}

function failuresOf({ routes }: Kernel): ListedFailure[] {
  const found = new Map<string, ListedFailure>();
  for (const { fails, module } of routes) {
    for (const fail of fails) {
      const { title: name, message } = 'kind' in fail ? fail.kind : fail;
      const key = `${name} ${fail.code} ${fail.status}`;
      const modules = [...new Set([...(found.get(key)?.modules ?? []), module])];
      found.set(key, { name, code: fail.code, status: fail.status, message, modules });
    }
  }
  return [...found.values()].sort((a, b) => a.code - b.code || byName(a, b));
}

function settingsOf({ services: { contributions } }: Kernel) {
  return contributions.of('settingsSections').map((section) => ({
    name: section.name,
    module: contributions.moduleOf(section),
    fields: Object.entries(section.shape.fields('public')).map(([name, { schema }]) => ({
      name,
      type: String(schema['type']),
      description: String(schema['description']),
    })),
  }));
}

function permissionsOf({ modules, services: { roles } }: Kernel) {
  return [...roles.codes].sort().map((permission) => ({
    permission,
    roles: roles.names.filter((role) => roles.codesOf(role).includes(permission)),
    modules: modules
      .filter(({ manifest }) => Object.values(manifest.roles ?? {}).some((list) => list.includes(permission)))
      .map(({ name }) => name),
  }));
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : Number(a.name > b.name);
}
