import type { WriteContext } from '../base/value_writers.ts';
import type { RequestHooks } from '../http/request_hooks.ts';
import type { Assembly } from '../routes/assembly.ts';
import type { RouteTable } from '../routes/route_table.ts';
import { addingFields, withAddedFields } from './adding_fields.ts';
import { withFailuresOfChecks } from './failures_of_checks.ts';
import { withFormerVersions } from './former_versions.ts';
import type { Guards } from './guards.ts';
import { withListKeys } from './list_keys.ts';
import { resolveMounts } from './mount_records.ts';
import { notifierOfChanges } from './notifying_routes.ts';
import { withHooks } from './operation_hooks.ts';
import { recordingOfChanges } from './recorded_changes.ts';

/**
 * Extends the routes by what modules contribute: fields of answers, list keys, failures of event checks, operation hooks,
 * mounts. Then adds the forms of older versions.
 * @throws ModuleFault for a wrong contribution
 */
export function extendRoutes(assembly: Assembly, guards: Guards): RouteTable {
  const extended = withListKeys(assembly, withAddedFields(assembly, assembly.table));
  const documented = withFailuresOfChecks(assembly, extended);
  const hooked = withHooks({ ...assembly, table: documented }, guards);
  return { ...withFormerVersions(assembly, hooked), mounts: resolveMounts(assembly) };
}

interface OperationParts {
  readonly assembly: Assembly;
  readonly guards: Guards;
  readonly write: WriteContext;
  readonly wrapOperation: RequestHooks['wrapOperation'];
}

/**
 * Wraps the operations of routes. From outside to inside, a call passes:
 *
 * 1. `addFields`: adds fields of other modules after the operation.
 * 2. `wrapOperation`: the hook of hosting, with deadline and measurement.
 * 3. `notifyListeners`: calls the change listeners after a write of a signed-in caller.
 * 4. `recordChange`: lets change recorders run writes that need a permission, possibly in a transaction.
 * 5. `route.run`: the operation hooks around the operation and its overrides (routes/overrides.ts).
 */
export function operationsOf({
  assembly,
  guards,
  write,
  wrapOperation,
}: OperationParts): RequestHooks['wrapOperation'] {
  const { registry, table } = assembly;
  const notifyListeners = notifierOfChanges(assembly, guards);
  const routes = [...table.routes, ...table.disabled];
  const recordChange = recordingOfChanges({ services: registry.services, write, routes });
  const addFields = addingFields({ guards, write });
  return (route) => addFields(route, wrapOperation(notifyListeners(recordChange(route))));
}
