import { canonOf } from '../base/addresses.ts';
import type { Mount } from '../declare/mount.ts';
import type { Access } from '../declare/resource_records.ts';
import { isBelow, refuseForeignAddress } from '../routes/route_candidates.ts';
import { contributorOf, type Assembly } from '../routes/assembly.ts';
import { ModuleFault } from '../modules/module_fault.ts';
import type { Layer } from '../modules/layers.ts';
import type { LoadedModule } from '../modules/load_module.ts';
import type { Route } from '../routes/route.ts';
import { refuseUnsafeSources } from './content_security.ts';

declare module '../routes/route_table.ts' {
  interface RouteTable {
    /** Express middleware mounted by modules; its answers are not filtered. */
    readonly mounts?: readonly MountRecord[];
  }
}

export interface MountRecord {
  readonly address: string;
  readonly layer: Layer;
  readonly module: string;
  /** File that declares the mount, as a path below the root. */
  readonly file: string;
  readonly access: Access;
  readonly mount: Mount;
}

/**
 * Creates a record for each mount of the modules.
 * @throws ModuleFault for an address that is malformed, taken, or not permitted to the module, and for an unsafe policy
 */
export function resolveMounts({ modules, registry, table }: Assembly): readonly MountRecord[] {
  const { contributions } = registry;
  const records: MountRecord[] = [];
  for (const mount of contributions.of('mounts')) {
    const record = recordOf(mount, contributorOf(mount, { modules, registry }));
    refuseClash(record, [...records, ...table.routes]);
    records.push(record);
  }
  return records;
}

function recordOf(mount: Mount, module: LoadedModule): MountRecord {
  const { name, layer, servicesFile: file } = module;
  const { address } = mount;
  if (address.includes('{')) {
    const problem = `the mount "${address}" has a parameter; mount at a fixed address and read the rest of the path from request.path.`;
    throw new ModuleFault(name, file, problem);
  }
  refuseForeignAddress({ module, file }, address);
  refuseUnsafeSources(mount.contentSecurity, { module, what: `the mount "${address}"` });
  return { address, layer, module: name, file, access: accessOf(mount), mount };
}

/** Rejects overlapping addresses, because only one of the two would answer. */
function refuseClash({ address, module, file }: MountRecord, taken: readonly (MountRecord | Route)[]): void {
  const other = taken.find((one) => isBelow(canonOf(one.address), canonOf(address)) || hides(one, address));
  if (!other) return;
  const problem = `the mount "${address}" overlaps with ${other.address} of ${other.file}; change one of the addresses.`;
  throw new ModuleFault(module, file, problem);
}

/** Whether `one` is a mount that answers the address: a mount answers all paths below its own, a route does not. */
function hides(one: MountRecord | Route, address: string): boolean {
  return 'mount' in one && isBelow(canonOf(address), canonOf(one.address));
}

function accessOf({ open, requires }: Mount): Access {
  if (requires !== undefined) return { kind: 'permission', permission: requires };
  return { kind: open === true ? 'open' : 'signedIn' };
}
