import type { AwilixContainer } from 'awilix/browser';
import type { Contributions, ExtensionPoints, Lifecycle, Services } from '../declare/services.ts';

/** Services of an installation, by name. */
export interface ServiceLookup {
  readonly services: Services;
  readonly contributions: Contributions;
}

/** Registrations before any of them is resolved; each is identified by the registered object. */
export interface ServicePlan extends ServiceLookup {
  readonly givens: readonly object[];
  /** Registration of a name, or a value of the kernel. */
  behind(name: string): unknown;
  at(point: keyof ExtensionPoints): readonly object[];
  /** Registration that this one decorates. */
  wrappedBy(given: object): object | undefined;
}

/** Tracks dependencies between services, so that a changed module can be replaced without restarting the others. */
export interface ServiceTracking {
  /** Whether a service of the previous registry is kept. */
  isKept(given: object): boolean;
  instanceOf(given: object): unknown;
  built(given: object, instance: unknown): void;
  /** View of the container for one service, which records the requested names. */
  seenBy(given: object, container: AwilixContainer): AwilixContainer;
  /** Switches kept services to the services of this registry. */
  rebind(): void;
}

/** Creates the tracking of a registry; `previous` is that of the replaced registry. */
export type TrackServices = (plan: ServicePlan, previous: ServiceTracking | undefined) => ServiceTracking;

/** Built services of all modules, each assigned to its module. */
export interface ServiceRegistry {
  readonly services: Services;
  readonly contributions: Contributions;
  /** Services of a module in the order they were built. */
  of(module: string): readonly Lifecycle[];
  /** Names that services and subscribers of a module have requested so far. */
  asked(module: string): readonly string[];
  /** Set where another registry may replace this one. */
  readonly tracking: ServiceTracking | undefined;
  /** Services read from the manifests, and the text of those parts, to detect changes. */
  readonly ofManifests: { readonly text: string; readonly services: Pick<Services, 'formerNames' | 'roles'> };
}

/** Makes a registry replaceable by tracking its services; `previous` is the replaced registry's tracking. */
export interface Replaceable {
  readonly track: TrackServices;
  readonly previous?: ServiceRegistry | undefined;
}
