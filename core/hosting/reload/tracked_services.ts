import { asValue } from 'awilix/browser';
import type { AwilixContainer, Resolver } from 'awilix/browser';
import { contributorsTo, type Registrations } from '../../kernel/container/registrations.ts';
import type { ServiceLookup, ServiceTracking, TrackServices } from '../../kernel/container/service_registry.ts';
import type { Contributions, ExtensionPoints, Services } from '../../kernel/declare/services.ts';

type Point = keyof ExtensionPoints;

/** Registrations before any of them is resolved; each is identified by its declaration in `services.ts`. */
interface ServicePlan extends ServiceLookup {
  readonly declarations: readonly object[];
  /** Declaration of the service `name`; for a name of the kernel, the value that the kernel provides. */
  declarationOf(name: string): unknown;
  /** Declarations of the contributions to an extension point. */
  contributorsTo(point: Point): readonly object[];
  /** Declaration of the service that `declared` decorates. */
  wrappedBy(declared: object): object | undefined;
}

/** A service and its recorded dependencies. */
class TrackedService {
  readonly names = new Set<string>();
  readonly points = new Set<Point>();
  instance: unknown;
  /** Services that this service may request. Records the requested names, also after the construction. */
  readonly cradle: Services;
  readonly #contributions: Contributions;

  /** @param lookup services of the current registry */
  constructor(public lookup: ServiceLookup) {
    this.cradle = new Proxy({} as Services, {
      get: (_target, name) => this.#ask(name),
      has: (_target, name) => name in this.lookup.services,
      ownKeys: () => Reflect.ownKeys(this.lookup.services),
      getOwnPropertyDescriptor: (_target, name) => Reflect.getOwnPropertyDescriptor(this.lookup.services, name),
    });
    this.#contributions = {
      of: (point) => {
        this.points.add(point);
        return this.lookup.contributions.of(point);
      },
      moduleOf: (contribution) => this.lookup.contributions.moduleOf(contribution),
    };
  }

  #ask(name: string | symbol): unknown {
    if (name === 'contributions') return this.#contributions;
    if (typeof name === 'string') this.names.add(name);
    return this.lookup.services[name as keyof Services];
  }
}

/**
 * Decides which services of the previous registry stay: those whose declaration and dependencies are unchanged. All
 * others are built again, because a service may have stored its dependencies.
 */
class TrackedServices implements ServiceTracking {
  readonly #plan: ServicePlan;
  readonly #tracked = new Map<object, TrackedService>();
  readonly #kept: ReadonlySet<object>;

  constructor(plan: ServicePlan, before?: TrackedServices) {
    this.#plan = plan;
    this.#kept = before ? before.#staying(plan) : new Set();
    for (const declared of plan.declarations) this.#tracked.set(declared, new TrackedService(plan));
    for (const declared of this.#kept)
      this.#tracked.set(declared, (before as TrackedServices).#tracked.get(declared) as TrackedService);
  }

  /** Whether a service of the previous registry stays in use. */
  isKept(declared: object): boolean {
    return this.#kept.has(declared);
  }

  instanceOf(declared: object): unknown {
    return this.#tracked.get(declared)?.instance;
  }

  built(declared: object, instance: unknown): void {
    const service = this.#tracked.get(declared);
    if (service) service.instance = instance;
  }

  /** View of the container for one service, which records the requested names. */
  containerFor(declared: object, container: AwilixContainer): AwilixContainer {
    return Object.create(container, { cradle: { value: this.#tracked.get(declared)?.cradle } }) as AwilixContainer;
  }

  rebind(): void {
    for (const service of this.#tracked.values()) service.lookup = this.#plan;
  }

  /**
   * Services to keep under `next`. Removes services with changed dependencies until no more are found. Example: `a`
   * has changed, `b` requests `a`, and `c` requests `b`. The first pass removes `b`, the second one `c`.
   */
  #staying(next: ServicePlan): ReadonlySet<object> {
    let staying = new Set(next.declarations.filter((declared) => this.#tracked.has(declared)));
    for (;;) {
      const left = new Set([...staying].filter((declared) => this.#hasSameDependencies(declared, next, staying)));
      if (left.size === staying.size) return left;
      staying = left;
    }
  }

  #hasSameDependencies(declared: object, next: ServicePlan, staying: ReadonlySet<object>): boolean {
    const { names, points } = this.#tracked.get(declared) as TrackedService;
    const isSame = (before: unknown, after: unknown) =>
      before === after && (!this.#tracked.has(after as object) || staying.has(after as object));
    const areSame = (before: readonly object[], after: readonly object[]) =>
      before.length === after.length && before.every((one, index) => isSame(one, after[index]));
    return (
      [...names].every((name) => isSame(this.#plan.declarationOf(name), next.declarationOf(name))) &&
      [...points].every((point) => areSame(this.#plan.contributorsTo(point), next.contributorsTo(point))) &&
      isSame(this.#plan.wrappedBy(declared), next.wrappedBy(declared))
    );
  }
}

/** Tracks the services of a registry: registers those that a reload keeps, and records the dependencies of the others. */
export const trackServices: TrackServices = (collected, lookup, previous) => {
  const tracked = new TrackedServices(planOf(collected, lookup), previous as TrackedServices | undefined);
  keepAndTrack(collected, tracked);
  return tracked;
};

function planOf({ list, reserved }: Registrations, lookup: ServiceLookup): ServicePlan {
  return {
    ...lookup,
    declarations: list.map(({ declared }) => declared),
    declarationOf: (name) => list.find((one) => one.name === name)?.declared ?? reserved.get(name),
    contributorsTo: (point) => contributorsTo(list, point).map(({ declared }) => declared),
    wrappedBy: (declared) => list.find((one) => one.declared === declared)?.wraps,
  };
}

function keepAndTrack({ container, list }: Registrations, tracking: TrackedServices): void {
  for (const { name, declared } of list) {
    if (tracking.isKept(declared)) {
      container.register(name, asValue(tracking.instanceOf(declared)));
      continue;
    }
    const resolver = container.registrations[name] as Resolver<unknown>;
    const resolve: typeof resolver.resolve = (inside) =>
      resolver.resolve(tracking.containerFor(declared, inside as AwilixContainer));
    container.register(name, { ...resolver, resolve });
  }
}
