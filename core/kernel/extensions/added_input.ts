import type { TSchema } from '@sinclair/typebox';
import { declaresFields, type InputFields } from '../declare/input.ts';
import type { OperationHook } from '../http/request_services.ts';
import type { OperationCall } from '../http/request_hooks.ts';
import type { LoadedModule } from '../modules/load_module.ts';
import { ModuleFault } from '../modules/module_fault.ts';
import type { Route } from '../routes/route.ts';

type Values = Readonly<Record<string, unknown>>;

/** Property of a call: input fields of the operation and of its hooks. `call.input` has only those of the operation. */
const inputWithHookFields = Symbol('input of the operation and of its hooks');

type SplitCall = OperationCall & { readonly [inputWithHookFields]?: Values };

/**
 * Adds the input of a hook to a route, with the module of the hook for the OpenAPI document.
 * @throws ModuleFault for a name that is taken, or an operation whose input is not declared by fields
 */
export function withInputOf(hook: OperationHook, module: LoadedModule, route: Route): Route {
  if (!hook.input) return route;
  const { layer, name, servicesFile: file } = module;
  const at = `the operation hook of ${route.operation} at ${route.address}`;
  if (!declaresFields(route.input))
    throw new ModuleFault(name, file, `${at} adds input, but the operation declares no fields; remove "input".`);
  const origin = { 'x-origin': { layer, module: name, file } };
  const added = Object.entries<TSchema>(hook.input).map(([field, schema]) => {
    refuseTaken(field, route, (problem) => new ModuleFault(name, file, `${at} ${problem}`));
    return [field, { ...schema, ...origin }] as const;
  });
  return { ...route, input: { ...route.input, ...Object.fromEntries(added) } };
}

function refuseTaken(field: string, { input, module }: Route, fault: (problem: string) => ModuleFault): void {
  const taken = Object.hasOwn(input, field) ? input[field] : undefined;
  if (!taken) return;
  const owner = (taken['x-origin'] as { module: string } | undefined)?.module ?? module;
  throw fault(`adds the input "${field}", which the module ${owner} has already declared; choose another name.`);
}

/** Passes the input fields that a hook declares to its functions, as the last argument. */
export function receivingInput(hook: OperationHook): OperationHook {
  const { input, address, operation } = hook;
  if (!input) return hook;
  const names = Object.keys(input);
  const own = (call: SplitCall) => only(call[inputWithHookFields] ?? {}, (name) => names.includes(name));
  return {
    address,
    operation,
    ...(hook.before && { before: (call) => hook.before?.(call, own(call as SplitCall)) }),
    ...(hook.after && { after: (call, result) => hook.after?.(call, result, own(call as SplitCall)) }),
  };
}

/** Restricts `call.input` to the fields in `declared`. The other fields reach only the hooks that have added them. */
export function separateHookInput(route: Route, declared: InputFields): Route {
  if (route.input === declared) return route;
  const isDeclared = (name: string) => Object.hasOwn(declared, name);
  const run = (call: OperationCall) => {
    const given = call.input as Values;
    return route.run({ ...call, input: only(given, isDeclared), [inputWithHookFields]: given } as never);
  };
  return { ...route, run };
}

function only(values: Values, isWanted: (name: string) => boolean): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)));
}
