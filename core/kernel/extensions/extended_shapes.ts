import type { AddedFields } from '../declare/extend_shape.ts';
import { field, type Field } from '../declare/field.ts';
import { hasType, SECRET_FORMAT, type FieldsByMode } from '../declare/object.ts';
import type { Services } from '../declare/services.ts';
import type { Shape } from '../declare/shape.ts';
import type { LoadedModule } from '../modules/load_module.ts';
import { ModuleFault } from '../modules/module_fault.ts';
import { RebuiltShapes } from './rebuilt_shapes.ts';

export interface Extension {
  readonly module: LoadedModule;
  readonly declared: AddedFields;
}

export interface AddedField extends Field {
  readonly extension: Extension;
}

export function isAdded(one: Field): one is AddedField {
  return 'extension' in one;
}

/** Builds shapes with the fields that modules add. Shapes without added fields are not copied. */
export class ExtendedShapes extends RebuiltShapes {
  /** @throws ModuleFault for a wrong declaration, or a name that the shape or another module uses */
  constructor(extensions: readonly Extension[], services: Services) {
    const modes = new Map<FieldsByMode, Map<string, Record<string, AddedField>>>();
    super((target, mode) => {
      const added = modes.get(target)?.get(mode);
      return added && { ...target.fields(mode), ...added };
    }, services);
    for (const extension of extensions) add(modes, extension);
  }
}

function add(known: Map<FieldsByMode, Map<string, Record<string, AddedField>>>, extension: Extension): void {
  const { declared, module } = extension;
  const { shape, mode } = declared;
  const added = addedFieldsOf(extension);
  const modes = known.get(shape) ?? new Map<string, Record<string, AddedField>>();
  const names = Object.keys(shape.modes);
  for (const later of names.slice(names.indexOf(mode))) {
    const others = modes.get(later) ?? {};
    const own = [...Object.keys(shape.fields(later)), ...shape.formerNames];
    for (const name of Object.keys(added)) refuseTaken(name, { shape, module, own, known: others });
    modes.set(later, { ...others, ...added });
  }
  known.set(shape, modes);
}

const waysToFail: readonly unknown[] = [undefined, 'null', 'fail'];

function addedFieldsOf(extension: Extension): Record<string, AddedField> {
  const { declared, module } = extension;
  if (!waysToFail.includes(declared.onError)) {
    const problem = `"onError" of the fields added to ${declared.shape.name} is "${String(declared.onError)}"; write "null" or "fail".`;
    throw new ModuleFault(module.name, module.servicesFile, problem);
  }
  const entries = Object.entries<Field>(declared.fields);
  return Object.fromEntries(entries.map(([name, one]) => [name, addedField(name, one, extension)]));
}

/** Creates a field that reads the value of the resolver, which kernel/extensions/adding_fields.ts has already converted. */
function addedField(name: string, one: Field, extension: Extension): AddedField {
  const { declared, module } = extension;
  const { layer, name: owner, servicesFile: file } = module;
  const where = `the field "${name}" that it adds to ${declared.shape.name}`;
  if (typeof one.write !== 'function' || typeof one.schema !== 'object')
    throw new ModuleFault(owner, file, `${where} is no field; write field.text(...) or another of "field".`);
  // The module of the operation decides whether caches may store the answer; an added secret could get into a cache.
  if (JSON.stringify(one.schema).includes(`"format":"${SECRET_FORMAT}"`))
    throw new ModuleFault(owner, file, `${where} is a secret; answer secrets by an operation of the module itself.`);
  const written = declared.onError === 'fail' || hasType(one.schema, 'null') ? one : field.nullable(one);
  const { schema, absent } = declared.onRequest ? field.optional(written) : written;
  const description = `${String(schema['description'])} Only in answers to requests that name it in \`fields\`.`;
  return {
    schema: { ...schema, ...(declared.onRequest && { description }), 'x-origin': { layer, module: owner, file } },
    ...(absent && { absent }),
    write: (value: unknown) => value,
    read: (object, { added }) => (added?.get(extension)?.get(object) as Record<string, unknown> | undefined)?.[name],
    extension,
  };
}

interface Taken {
  readonly shape: Shape;
  readonly module: LoadedModule;
  /** Names of its own fields, those of older versions included. */
  readonly own: readonly string[];
  readonly known: Readonly<Record<string, AddedField>>;
}

function refuseTaken(name: string, { shape, module, own, known }: Taken): void {
  const other = Object.hasOwn(known, name) ? known[name] : undefined;
  if (!other && !own.includes(name)) return;
  const owner = other ? `the module ${other.extension.module.name} has added that name` : `${shape.name} has that name`;
  const problem = `it adds the field "${name}" to ${shape.name}, but ${owner} already; choose another name.`;
  throw new ModuleFault(module.name, module.servicesFile, problem);
}
