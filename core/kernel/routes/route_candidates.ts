import { canonOf, segmentsOf } from '../declare/inflection.ts';
import { mapping, type Operation } from '../declare/operations.ts';
import { parentOf, resourceRecord } from '../declare/records.ts';
import { isExtension, isOwnOperation, operationsOf, type BuiltResource } from '../container/build_resources.ts';
import { ModuleFault } from '../modules/module_fault.ts';

/** An operation that a resource declares at an address. */
export interface RouteCandidate {
  readonly resource: BuiltResource;
  readonly operation: Operation;
  readonly address: string;
  /** Equal for all candidates of one route. */
  readonly key: string;
}

/**
 * The operations that a resource declares.
 * @throws ModuleFault for an address that is malformed or not the module's to serve
 */
export function candidatesOf(resource: BuiltResource): RouteCandidate[] {
  const { target } = resource;
  const record = resourceRecord(target);
  if (!record) return [];
  refuseForeignAddress(resource, record.address);
  const inherited = isExtension(target) && canonOf(record.address) === canonOf(parentAddress(target));
  return (
    operationsOf(target)
      // An override takes over what it defines itself; the rest stays with the class it extends.
      .filter((operation) => !inherited || isOwnOperation(target, operation))
      .map((operation) => {
        const onItem = mapping[operation].onItem && !record.singleton;
        const address = onItem ? `${record.address}/{${record.item}}` : record.address;
        return { resource, operation, address, key: `${mapping[operation].methods[0]} ${canonOf(address)}` };
      })
  );
}

function parentAddress(target: object): string {
  const parent = parentOf(target);
  return (parent && resourceRecord(parent)?.address) ?? '';
}

/** A plugin serves below its own name and `/me/`; anything else it says in its manifest. */
export function refuseForeignAddress(resource: Pick<BuiltResource, 'module' | 'file'>, address: string): void {
  const { module, file } = resource;
  const segments = segmentsOf(address);
  const malformed = segments.find((segment) => !/^([A-Za-z][A-Za-z0-9_]*|\{[A-Za-z][A-Za-z0-9_]*\})$/.test(segment));
  if (malformed !== undefined || address.endsWith('/') || segments.length === 0) {
    throw new ModuleFault(
      module.name,
      file,
      `the address "${address}" is malformed; write it like /courses/{courseId}/members.`,
    );
  }
  if (module.layer !== 'plugins') return;
  const own = [`/plugins/${module.name}`, '/me', ...(module.manifest.mounts ?? [])];
  if (own.some((mount) => isBelow(canonOf(address), canonOf(mount)))) return;
  const problem = `the address "${address}" is not this plugin's; serve below /plugins/${module.name}/ or /me/, or add it to "mounts" in module.json.`;
  throw new ModuleFault(module.name, file, problem);
}

/** Whether an address is another one or lies below it; both as canons. */
export function isBelow(address: string, mount: string): boolean {
  return address === mount || address.startsWith(`${mount}/`);
}
