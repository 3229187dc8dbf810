import type { Answer, Chosen } from '../declare/answer.ts';
import type { AddedFields } from '../declare/extend_shape.ts';
import { field, type Field, type Fields } from '../declare/field.ts';
import { SECRET_FORMAT, type FieldsByMode } from '../declare/object.ts';
import { Shape } from '../declare/shape.ts';
import type { LoadedModule } from '../modules/load_module.ts';
import { ModuleFault } from '../modules/module_fault.ts';

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
export class ExtendedShapes {
  readonly #modes = new Map<FieldsByMode, Map<string, Record<string, AddedField>>>();
  readonly #known = new Map<Shape, Shape>();

  /** @throws ModuleFault for a wrong declaration, or a name that the shape or another module uses */
  constructor(extensions: readonly Extension[]) {
    for (const extension of extensions) this.#add(extension);
  }

  /** Adds the fields to the shapes of an answer. May return the given object if its shapes get none. */
  ofAnswer(answer: Answer, mode = ''): Answer {
    if (this.#modes.size === 0) return answer;
    if (!('kind' in answer)) return this.#shapeOf({ shape: answer, mode });
    if ('shape' in answer) {
      const shape = this.#shapeOf({ shape: answer.shape, mode });
      return shape === answer.shape ? answer : { ...answer, shape };
    }
    if (!('shapes' in answer)) return answer;
    const extended = (chosen: Chosen) => ({ ...chosen, shape: this.#shapeOf(chosen) });
    return {
      ...answer,
      shapes: (services) => answer.shapes(services).map(extended),
      shapeOf: (chosen) => this.#shapeOf(chosen),
    };
  }

  #add(extension: Extension): void {
    const { declared, module } = extension;
    const { shape, mode } = declared;
    const added = addedFieldsOf(extension);
    const modes = this.#modes.get(shape) ?? new Map<string, Record<string, AddedField>>();
    const names = Object.keys(shape.modes);
    for (const later of names.slice(names.indexOf(mode))) {
      const known = modes.get(later) ?? {};
      for (const name of Object.keys(added)) refuseTaken(name, { shape, module, own: shape.fields(later), known });
      modes.set(later, { ...known, ...added });
    }
    this.#modes.set(shape, modes);
  }

  #shapeOf({ shape, mode }: Chosen): Shape {
    return this.#reaches(shape, mode) ? this.#extended(shape) : shape;
  }

  /**
   * Whether a mode contains added fields, also in nested objects.
   * @param seen fields that were searched already, because shapes may nest each other or themselves
   */
  #reaches(target: FieldsByMode, mode: string, seen = new Set<Fields>()): boolean {
    if (this.#modes.get(target)?.has(mode)) return true;
    const fields = target.fields(mode);
    if (seen.has(fields)) return false;
    seen.add(fields);
    const isReached = ({ inner }: Field): boolean =>
      inner !== undefined && ('item' in inner ? isReached(inner.item) : this.#reaches(inner.of(), inner.mode, seen));
    return Object.values(fields).some(isReached);
  }

  #extendedTarget(target: FieldsByMode): FieldsByMode {
    if (isShape(target)) return this.#extended(target);
    return { name: target.name, fields: (mode) => this.#fields(target.fields(mode)) };
  }

  #extended(shape: Shape): Shape {
    const known = this.#known.get(shape);
    if (known) return known;
    const added = this.#modes.get(shape);
    const modes = Object.entries(shape.modes).map(([mode, fields]) => {
      return [mode, { ...this.#fields(fields), ...added?.get(mode) }] as const;
    });
    const extended = shape.with(Object.fromEntries(modes));
    this.#known.set(shape, extended);
    return extended;
  }

  #fields(fields: Fields): Fields {
    return Object.fromEntries(Object.entries<Field>(fields).map(([name, one]) => [name, this.#field(one)]));
  }

  #field(one: Field): Field {
    const { inner } = one;
    if (!inner) return one;
    if ('item' in inner) {
      const item = this.#field(inner.item);
      return item === inner.item ? one : inner.with(item);
    }
    const target = inner.of();
    return this.#reaches(target, inner.mode) ? inner.with(() => this.#extendedTarget(target)) : one;
  }
}

function isShape(target: FieldsByMode): target is Shape {
  return target instanceof Shape;
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
  const written = declared.onError === 'fail' || one.json['nullable'] ? one : field.nullable(one);
  const { schema, json, absent } = declared.onRequest ? field.optional(written) : written;
  const description = `${String(schema['description'])} Only in answers to requests that name it in \`fields\`.`;
  return {
    schema: { ...schema, ...(declared.onRequest && { description }), 'x-origin': { layer, module: owner, file } },
    json,
    ...(absent && { absent }),
    write: (value: unknown) => value,
    read: (object, { added }) => (added?.get(extension)?.get(object) as Record<string, unknown> | undefined)?.[name],
    extension,
  };
}

interface Taken {
  readonly shape: Shape;
  readonly module: LoadedModule;
  readonly own: Fields;
  readonly known: Readonly<Record<string, AddedField>>;
}

function refuseTaken(name: string, { shape, module, own, known }: Taken): void {
  const other = Object.hasOwn(known, name) ? known[name] : undefined;
  if (!other && !Object.hasOwn(own, name)) return;
  const owner = other ? `the module ${other.extension.module.name} has added that name` : `${shape.name} has that name`;
  const problem = `it adds the field "${name}" to ${shape.name}, but ${owner} already; choose another name.`;
  throw new ModuleFault(module.name, module.servicesFile, problem);
}
