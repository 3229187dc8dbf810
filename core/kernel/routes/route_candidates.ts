import { canonOf, segmentsOf } from '../base/addresses.ts';
import { httpMapping, operations, type Operation } from '../base/operations.ts';
import { isOwnOperation, ownClasses, resourceRecord } from '../declare/resource_records.ts';
import type { BuiltResource } from '../container/build_resources.ts';
import { ModuleFault } from '../modules/module_fault.ts';

/** An operation that a resource declares at an address. */
export interface RouteCandidate {
  readonly resource: BuiltResource;
  readonly operation: Operation;
  readonly address: string;
  /** Identifies the route; of candidates with the same key, a later one overrides an earlier one. */
  readonly key: string;
}

/** Operations that a resource declares. @throws ModuleFault for an address that is malformed or not permitted */
export function candidatesOf(resource: BuiltResource): RouteCandidate[] {
  const { target } = resource;
  const record = resourceRecord(target);
  if (!record) return [];
  refuseForeignAddress(resource, record.address);
  // An override replaces only operations of its own classes; inherited operations stay with the overridden module.
  const own = ownClasses(target);
  const isOwn = (operation: Operation) => own.some((one) => isOwnOperation(one, operation));
  return operations.filter(isOwn).map((operation) => {
    const onItem = httpMapping[operation].onItem && !record.singleton;
    const address = onItem ? `${record.address}/{${record.item}}` : record.address;
    return { resource, operation, address, key: routeKey(operation, address) };
  });
}

/** Identifies a route: equal for all spellings of its address. */
export function routeKey(operation: Operation, address: string): string {
  return `${httpMapping[operation].methods[0]} ${canonOf(address)}`;
}

/** Refuses malformed addresses, and those of a plugin outside of `/plugins/<name>`, `/me` and its `mounts`. */
export function refuseForeignAddress(resource: Pick<BuiltResource, 'module' | 'file'>, address: string): void {
  const { module, file } = resource;
  const segments = segmentsOf(address);
  const malformed = segments.find((segment) => !/^([A-Za-z][A-Za-z0-9_]*|\{[A-Za-z][A-Za-z0-9_]*\})$/.test(segment));
  const refuse = (problem: string) => new ModuleFault(module.name, file, `the address "${address}" ${problem}.`);
  if (malformed !== undefined || address.endsWith('/') || segments.length === 0)
    throw refuse('is malformed; write it like /courses/{courseId}/members');
  if (segments[0] === 'api') throw refuse(`would be served at /api${address}; leave out /api`);
  if (module.layer !== 'plugins') return;
  const own = [`/plugins/${module.name}`, '/me', ...(module.manifest.mounts ?? [])];
  if (own.some((mount) => isBelow(canonOf(address), canonOf(mount)))) return;
  const fix = `serve below /plugins/${module.name}/ or /me/, or add it to "mounts" in module.json`;
  throw refuse(`is not this plugin's; ${fix}`);
}

/** Whether an address equals another one or is below it; both in canonical form. */
export function isBelow(address: string, mount: string): boolean {
  return address === mount || address.startsWith(`${mount}/`);
}
