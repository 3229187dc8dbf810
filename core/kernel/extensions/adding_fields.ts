import { isThenable } from '../base/thrown.ts';
import { selectedFields } from '../http/answer_writer.ts';
import type { OperationCall, RunOperation } from '../http/request_hooks.ts';
import { contributorOf, type Assembly } from '../routes/assembly.ts';
import type { Route } from '../routes/route.ts';
import type { RouteTable } from '../routes/route_table.ts';
import { ExtendedShapes, type Extension } from './extended_shapes.ts';
import type { FieldResolver } from './guards.ts';
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
  const shapes = new ExtendedShapes(extensions);
  const extend = (route: Route): Route => {
    const answer = shapes.ofAnswer(route.answer, route.mode);
    const extended = answer === route.answer ? undefined : searchOf(answer, route.mode);
    return extended ? { ...route, answer, extended, declared: route.declared ?? route } : route;
  };
  return { ...table, routes: table.routes.map(extend), disabled: table.disabled.map(extend) };
}

/**
 * Returns a function that wraps operations whose answers may have added fields. Resolvers run after the operation, each
 * once for all its objects.
 */
export function addingFields(
  resolverOf: (extension: Extension) => FieldResolver,
): (route: Route, run: RunOperation) => RunOperation {
  const known = new Map<Extension, FieldResolver>();
  const valuesOf = (extension: Extension) => {
    const values = known.get(extension) ?? resolverOf(extension);
    known.set(extension, values);
    return values;
  };
  const add = async (found: Found, value: unknown, call: OperationCall) => {
    const each = [...found].map(async ([extension, objects]) => {
      return [extension, await valuesOf(extension).of(objects, call)] as const;
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
    return (call) => {
      const value = run(call);
      return isThenable(value) ? Promise.resolve(value).then((done) => complete(done, call)) : complete(value, call);
    };
  };
}
