import { whenDone } from '../base/thrown.ts';
import type { WriteContext } from '../base/value_writers.ts';
import { objectWriter } from '../declare/object.ts';
import { selectedFields } from '../http/answer_writer.ts';
import type { OperationCall, RunOperation } from '../http/request_hooks.ts';
import { contributorOf, type Assembly } from '../routes/assembly.ts';
import type { Route } from '../routes/route.ts';
import type { RouteTable } from '../routes/route_table.ts';
import { ExtendedShapes, type Extension } from './extended_shapes.ts';
import type { Guards } from './guards.ts';
import { searchOf, type Found, type Search } from './object_search.ts';

declare module '../routes/route.ts' {
  interface Route {
    /** Finds the objects in a result that get added fields; absent if no module adds fields to the answers of the route. */
    readonly extended?: Search;
  }
}

/** Adds fields that modules contribute to `addedFields` to the answers of routes. @throws ModuleFault for a wrong field */
export function withAddedFields({ modules, registry }: Assembly, table: RouteTable): RouteTable {
  const extensions = registry.contributions.of('addedFields').map((declared): Extension => {
    return { declared, module: contributorOf(declared, { modules, registry }) };
  });
  if (extensions.length === 0) return table;
  const shapes = new ExtendedShapes(extensions, registry.services);
  const extend = (route: Route): Route => {
    const answer = shapes.ofAnswer(route.answer, route.mode);
    const extended = answer === route.answer ? undefined : searchOf(answer, route.mode);
    return extended ? { ...route, answer, extended, declared: route.declared ?? route } : route;
  };
  return { ...table, routes: table.routes.map(extend), disabled: table.disabled.map(extend) };
}

interface FieldParts {
  readonly guards: Pick<Guards, 'part'>;
  readonly write: WriteContext;
}

/**
 * Returns a function that wraps operations whose answers may have added fields. Resolvers run after the operation, each
 * once for all its objects.
 */
export function addingFields(parts: FieldParts): (route: Route, run: RunOperation) => RunOperation {
  const known = new Map<Extension, Resolve>();
  const resolverOf = (extension: Extension) => {
    const resolve = known.get(extension) ?? createResolver(extension, parts);
    known.set(extension, resolve);
    return resolve;
  };
  const add = async (found: Found, value: unknown, call: OperationCall) => {
    const each = [...found].map(async ([extension, objects]) => {
      return [extension, await resolverOf(extension)([...objects], call)] as const;
    });
    call.request.added = new Map(await Promise.all(each));
    return value;
  };
  return ({ extended }, run) => {
    if (!extended) return run;
    const complete = (value: unknown, call: OperationCall) => {
      const found: Found = new Map();
      extended(value, found, selectedFields(call.request));
      return found.size === 0 ? value : add(found, value, call);
    };
    return (call) => whenDone(run(call), (value) => complete(value, call));
  };
}

/** Computes the fields of one extension, by object. */
type Resolve = (objects: readonly object[], call: OperationCall) => Promise<ReadonlyMap<object, object>>;

/** Creates a function that calls the resolver and converts its values. An error makes all fields null, or fails the request. */
function createResolver({ declared, module }: Extension, { guards, write }: FieldParts): Resolve {
  const { shape, fields, onError } = declared;
  const { layer, name, servicesFile: file } = module;
  const names = Object.keys(fields);
  const what = `the resolver of the added field ${names.join(', ')} of ${shape.name}`;
  const otherwise = onError === 'fail' ? undefined : { otherwise: 'these fields are null in the answer' };
  const part = guards.part({ layer, name, file, what, ...otherwise });
  const writeOne = objectWriter(shape.name, fields);
  const nulls = Object.fromEntries(names.map((field) => [field, null]));
  return async (objects, call) => {
    const resolve = () =>
      whenDone(declared.resolve(objects as never[], call), (values) =>
        checkedValues(values, objects).map((value) => writeOne(value, write)),
      );
    const written = (await part.runInTime(call.request, resolve)) as readonly object[] | undefined;
    return new Map(objects.map((one, index) => [one, written?.[index] ?? nulls]));
  };
}

/** @throws TypeError unless the result of a resolver is a list with one entry for each object */
function checkedValues(values: unknown, objects: readonly object[]): readonly object[] {
  if (Array.isArray(values) && values.length === objects.length) return values as object[];
  const given = Array.isArray(values) ? `a list of ${values.length}` : `a value of the type ${typeof values}`;
  throw new TypeError(
    `it returned ${given} for ${objects.length} objects; return a list with the values of each object, in their order`,
  );
}
