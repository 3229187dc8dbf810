import type { AwilixContainer } from 'awilix/browser';
import type { Roles } from '../auth/roles.ts';
import type { Contributions, ExtensionPoints, Lifecycle, Services } from '../declare/services.ts';

/** Services of an installation, as they find each other. */
export interface ServiceLookup {
  readonly services: Services;
  readonly contributions: Contributions;
}

/** The registrations of an installation before any is resolved. A registration is known by the object that a module gave. */
export interface ServicePlan extends ServiceLookup {
  readonly givens: readonly object[];
  /** The registration behind a name, or a value of the kernel. */
  behind(name: string): unknown;
  at(point: keyof ExtensionPoints): readonly object[];
  /** The registration that this one decorates. */
  wrappedBy(given: object): object | undefined;
}

/** Records which service asks for which, so that a changed module can be replaced without restarting the others. */
export interface ServiceTracking {
  /** Whether a service of the previous registry is kept. */
  isKept(given: object): boolean;
  instanceOf(given: object): unknown;
  built(given: object, instance: unknown): void;
  /** The container as one service sees it. */
  seenBy(given: object, container: AwilixContainer): AwilixContainer;
  /** Lets kept services find the services of this registry from now on. */
  rebind(): void;
}

/** Makes the tracking of a registry; `previous` is that of the registry before it. */
export type TrackServices = (plan: ServicePlan, previous: ServiceTracking | undefined) => ServiceTracking;

/** The services of all modules, built, each known by the module it came from. */
export interface ServiceRegistry {
  readonly services: Services;
  readonly contributions: Contributions;
  /** Services of a module in the order they were built. */
  of(module: string): readonly Lifecycle[];
  /** Names of the services that the services and subscribers of a module have asked for so far. */
  asked(module: string): readonly string[];
  /** Set where another registry may replace this one. */
  readonly tracking: ServiceTracking | undefined;
  /** The text is that of the manifests, to see whether they say something else by now. */
  readonly roles: { readonly text: string; readonly value: Roles };
}

/** Tracks the services of a registry that another one may replace; `previous` is the one that it replaces. */
export interface Replaceable {
  readonly track: TrackServices;
  readonly previous?: ServiceRegistry | undefined;
}
