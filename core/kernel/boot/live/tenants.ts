import type { AwilixContainer } from 'awilix/browser';
import type { Contributions, ExtensionPoints, Services } from '../../services.ts';

type Point = keyof ExtensionPoints;

/** Where services find each other. */
export interface Premises {
  readonly services: Services;
  readonly contributions: Contributions;
}

/** Who gives what in a house, before anything is built. What a module gives is known by the object that it gave. */
export interface HousePlan extends Premises {
  readonly givens: readonly object[];
  /** What stands behind a name: what a module gave, or a value of the kernel's own. */
  behind(name: string): unknown;
  at(point: Point): readonly object[];
  /** What this one decorates. */
  wrappedBy(given: object): object | undefined;
}

/** A service, and what it has asked for so far. */
class Tenant {
  readonly names = new Set<string>();
  readonly points = new Set<Point>();
  instance: unknown;
  /** All services, as this one sees them; what it reads is written down, whenever that may be. */
  readonly cradle: Services;
  readonly #contributions: Contributions;

  /** @param premises those of the house that it lives in by now */
  constructor(public premises: Premises) {
    this.cradle = new Proxy({} as Services, {
      get: (_target, name) => this.#ask(name),
      has: (_target, name) => name in this.premises.services,
      ownKeys: () => Reflect.ownKeys(this.premises.services),
      getOwnPropertyDescriptor: (_target, name) => Reflect.getOwnPropertyDescriptor(this.premises.services, name),
    });
    this.#contributions = {
      of: (point) => {
        this.points.add(point);
        return this.premises.contributions.of(point);
      },
      moduleOf: (contribution) => this.premises.contributions.moduleOf(contribution),
    };
  }

  #ask(name: string | symbol): unknown {
    if (name === 'contributions') return this.#contributions;
    if (typeof name === 'string') this.names.add(name);
    return this.premises.services[name as keyof Services];
  }
}

/**
 * The services of a house that may be followed by another one. What nothing has changed for moves on as it is; all that has
 * asked for something that will not be the same is built anew, whatever module it is of: it may have kept what it got.
 */
export class Tenants {
  readonly #plan: HousePlan;
  readonly #tenants = new Map<object, Tenant>();
  readonly #kept: ReadonlySet<object>;

  constructor(plan: HousePlan, before?: Tenants) {
    this.#plan = plan;
    this.#kept = before ? before.#staying(plan) : new Set();
    for (const given of plan.givens) this.#tenants.set(given, new Tenant(plan));
    for (const given of this.#kept) this.#tenants.set(given, (before as Tenants).#tenants.get(given) as Tenant);
  }

  /** Whether a service is the one of the former house. */
  isKept(given: object): boolean {
    return this.#kept.has(given);
  }

  instanceOf(given: object): unknown {
    return this.#tenants.get(given)?.instance;
  }

  built(given: object, instance: unknown): void {
    const tenant = this.#tenants.get(given);
    if (tenant) tenant.instance = instance;
  }

  /** The container as one service sees it. */
  seenBy(given: object, container: AwilixContainer): AwilixContainer {
    return Object.create(container, { cradle: { value: this.#tenants.get(given)?.cradle } }) as AwilixContainer;
  }

  /** From now on services of the former house find those of this one. */
  moveIn(): void {
    for (const tenant of this.#tenants.values()) tenant.premises = this.#plan;
  }

  /** What can stay when `next` follows: each leaves that has asked for one that leaves, until nobody has to any more. */
  #staying(next: HousePlan): ReadonlySet<object> {
    let staying = new Set(next.givens.filter((given) => this.#tenants.has(given)));
    for (;;) {
      const left = new Set([...staying].filter((given) => this.#findsTheSame(given, next, staying)));
      if (left.size === staying.size) return left;
      staying = left;
    }
  }

  #findsTheSame(given: object, next: HousePlan, staying: ReadonlySet<object>): boolean {
    const { names, points } = this.#tenants.get(given) as Tenant;
    const isSame = (before: unknown, after: unknown) =>
      before === after && (!this.#tenants.has(after as object) || staying.has(after as object));
    const areSame = (before: readonly object[], after: readonly object[]) =>
      before.length === after.length && before.every((one, index) => isSame(one, after[index]));
    return (
      [...names].every((name) => isSame(this.#plan.behind(name), next.behind(name))) &&
      [...points].every((point) => areSame(this.#plan.at(point), next.at(point))) &&
      isSame(this.#plan.wrappedBy(given), next.wrappedBy(given))
    );
  }
}
