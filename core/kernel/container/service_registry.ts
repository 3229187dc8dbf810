import type { Contributions, Lifecycle, Services } from '../declare/services.ts';
import type { ChangedServices } from './changed_services.ts';
import type { Registrations } from './registrations.ts';

/** Services by name, and contributions by extension point. */
export interface ServiceLookup {
  readonly services: Services;
  readonly contributions: Contributions;
}

/** Tracks dependencies between services for a reload, which rebuilds only services that a changed module affects. */
export interface ServiceTracking {
  built(given: object, instance: unknown): void;
  /** Makes services that a reload kept from the previous registry use the services of this one. */
  rebind(): void;
}

/** Tracks a registry before its services are built; `previous` is the tracking of the replaced registry. */
export type TrackServices = (
  collected: Registrations,
  lookup: ServiceLookup,
  previous: ServiceTracking | undefined,
) => ServiceTracking;

/** Built services of all modules, each assigned to its module. */
export interface ServiceRegistry extends ServiceLookup {
  /** Objects among the services of a module, in the order of their registration. */
  of(module: string): readonly Lifecycle[];
  /** Names that services, subscribers and resources have requested so far, by requesting module. */
  readonly requested: Map<string, Set<string>>;
  readonly changed: ChangedServices;
  /** Set if another registry may replace this registry. */
  readonly tracking: ServiceTracking | undefined;
  /** Services read from the manifests, and the text of these parts of the manifests, to detect changes. */
  readonly fromManifests: { readonly text: string; readonly services: Pick<Services, 'formerNames' | 'roles'> };
}

/** Given for a registry that a reload may replace: `track` tracks the services, `previous` is the replaced registry. */
export interface Replaceable {
  readonly track: TrackServices;
  readonly previous?: ServiceRegistry | undefined;
}
