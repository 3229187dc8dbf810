import { contributorOf, type Assembly } from '../routes/assembly.ts';
import { isOperation } from '../base/operations.ts';
import { isInstance, whenDone } from '../base/thrown.ts';
import { Failure } from '../declare/failure.ts';
import type { OperationHook } from '../http/request_services.ts';
import type { RunOperation } from '../http/request_hooks.ts';
import type { Layer } from '../modules/layers.ts';
import type { LoadedModule } from '../modules/load_module.ts';
import { ModuleFault } from '../modules/module_fault.ts';
import type { Route, StartRemark } from '../routes/route.ts';
import { routeKey } from '../routes/route_candidates.ts';
import type { RouteTable } from '../routes/route_table.ts';
import type { Guards, PartGuard } from './guards.ts';
import { receivingInput, separateHookInput, withInputOf } from './added_input.ts';

declare module '../routes/route.ts' {
  interface Route {
    /** Hooks of modules around the operation, the outermost first; absent without hooks. */
    readonly hooks?: readonly HookOfRoute[];
    /** The route without added hooks and fields; absent if modules have added none. */
    readonly declared?: Route;
  }
}

export interface HookOfRoute {
  readonly layer: Layer;
  readonly module: string;
  /** File that declares the hook, as a path below the root. */
  readonly file: string;
  readonly hook: OperationHook;
}

/**
 * Adds operation hooks to the routes that they name. The hook of a later module surrounds those of earlier ones. A hook
 * without a route becomes a remark.
 * @throws ModuleFault for a hook without a function, of an unknown operation, or with input that the route cannot have
 */
export function withHooks({ modules, registry, table }: Assembly, guards: Pick<Guards, 'part'>): RouteTable {
  const remarks: StartRemark[] = [];
  const routes = new Map(table.routes.map((route) => [routeKey(route.operation, route.address), route]));
  for (const hook of registry.contributions.of('operationHooks')) {
    const module = contributorOf(hook, { modules, registry });
    refuseMistake(hook, module);
    const key = routeKey(hook.operation, hook.address);
    const route = routes.get(key);
    if (route) {
      const hooked = hookedRoute(withInputOf(hook, module, route), hookOf(hook, module), guards);
      routes.set(key, { ...hooked, declared: route.declared ?? route });
    } else remarks.push(remarkOnIdle(hook, module));
  }
  const hooked = table.routes.map(({ operation, address, input }) =>
    separateHookInput(routes.get(routeKey(operation, address)) as Route, input),
  );
  return { ...table, routes: hooked, remarks: [...table.remarks, ...remarks] };
}

function hookOf(hook: OperationHook, { layer, name: module, servicesFile: file }: LoadedModule): HookOfRoute {
  return { layer, module, file, hook };
}

function refuseMistake(hook: OperationHook, module: LoadedModule): void {
  const { operation, address } = hook;
  const at = `the operation hook of ${operation} at ${address}`;
  const fault = (problem: string) => new ModuleFault(module.name, module.servicesFile, `${at} ${problem}`);
  if (!isOperation(operation)) throw fault('names no operation; write search, get, add, update or remove.');
  if (!hook.before && !hook.after) throw fault('has no function; write before(call) or after(call, result).');
}

function remarkOnIdle({ operation, address }: OperationHook, { servicesFile: file }: LoadedModule): StartRemark {
  const message = `the operation hook of ${operation} at ${address} is never called: no module has this operation; correct its "operation" or its "address"`;
  return { file, message };
}

function hookedRoute(route: Route, one: HookOfRoute, guards: Pick<Guards, 'part'>): Route {
  const hook = receivingInput(one.hook);
  const { layer, module: name, file } = one;
  const terms = { layer, name, file };
  let run = route.run as RunOperation;
  if (hook.after) {
    const otherwise = 'the answer of the operation is sent nevertheless';
    run = runThenAfter(run, hook, guards.part({ ...terms, what: 'after() of an operation hook', otherwise }));
  }
  if (hook.before) run = runAfterBefore(run, hook, guards.part({ ...terms, what: 'before() of an operation hook' }));
  const fails = [...route.fails, ...(one.hook.fails ?? [])];
  // A shared cache would answer calls that the hook refuses.
  const cached = hook.before ? 0 : route.cached;
  return { ...route, fails, cached, run, hooks: [one, ...(route.hooks ?? [])] };
}

/** Runs `before` first. A failure that it returns refuses the call, as one that it throws. */
function runAfterBefore(run: RunOperation, hook: OperationHook, part: PartGuard): RunOperation {
  return (call) => {
    const passed = part.run(call.request, () => hook.before?.(call, {}));
    return whenDone(passed, (returned) => {
      if (isInstance(returned, Failure)) throw returned;
      return run(call);
    });
  };
}

function runThenAfter(run: RunOperation, hook: OperationHook, part: PartGuard): RunOperation {
  return (call) =>
    whenDone(run(call), (result) => {
      const ended = part.runBeside(call.request, () => hook.after?.(call, result, {}));
      return ended ? ended.then(() => result) : result;
    });
}
