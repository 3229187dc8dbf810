import type { DomainEvent, EventFilter, EventName, Events, Subscriber } from './events.ts';
import type { Services } from './services.ts';

/** What a subscriber does with an event. */
export type EventHandler<N extends EventName = EventName> = (event: DomainEvent<N>) => unknown;

/** How a subscriber is run. */
export interface SubscribeOptions<N extends EventName = EventName> {
  /**
   * Whether the handler runs in a transaction, together with the mark that it has run; so it is unless said otherwise.
   * `false` is for a handler that speaks to the outside world: it may run twice when the process dies in between.
   */
  readonly transactional?: boolean;
  /**
   * Values that the payload has to have: texts, numbers and booleans, by name. Other events are not brought to the
   * subscriber, which costs less than to look at each.
   */
  readonly where?: { readonly [F in keyof Events[N]]?: Events[N][F] & EventFilter[string] };
  /** Called in a transaction when the last try has failed: the place to undo or to record what could not be done. */
  readonly gaveUp?: (event: DomainEvent<N>, services: Services) => unknown;
}

/** The same, whatever the events. */
interface AnyOptions {
  readonly transactional?: boolean;
  readonly where?: object;
  readonly gaveUp?: (event: never, services: Services) => unknown;
}

const known = ['transactional', 'where', 'gaveUp'];
const namePattern = /^[a-z][a-z0-9_]*(\.[a-z0-9_]+)+$/;

/** What a file of `subscribers/` exports: made by `subscribe`, built once with the services. */
export class Subscription {
  readonly #names: readonly string[];
  readonly #make: (services: Services) => unknown;
  readonly #options: AnyOptions;

  constructor(names: readonly string[], make: (services: Services) => unknown, options: AnyOptions) {
    this.#names = names;
    this.#make = make;
    this.#options = options;
  }

  /** @throws TypeError when there is no handler; what the author's own function throws */
  build(name: string, services: Services): Subscriber {
    const handle = this.#make(services);
    if (typeof handle !== 'function') throw new TypeError(`it gives no function; ${spelling}`);
    const { transactional = true, where = {}, gaveUp } = this.#options;
    const filter = where as EventFilter;
    return {
      name,
      events: this.#names,
      where: filter,
      transactional,
      handle: async (event) => {
        if (fits(event, filter)) await (handle as EventHandler)(event);
      },
      gaveUp: async (event) => {
        if (fits(event, filter)) await gaveUp?.(event as never, services);
      },
    };
  }
}

/** What was published before the subscriber said so, or for another version of it, may not fit. */
function fits({ payload }: DomainEvent, where: EventFilter): boolean {
  return Object.entries(where).every(([name, value]) => (payload as Readonly<Record<string, unknown>>)[name] === value);
}

const spelling = "write subscribe('order.paid', (services) => async (event) => { ... }).";

/**
 * Makes a subscriber, for a file of a module's folder `subscribers/`. It is told of every event of these names after the
 * transaction that published it was committed, at least once, by one replica at a time, whatever fails meanwhile; what it
 * does in the database happens exactly once.
 *
 * @param make called once, with the services, for the handler
 * @example
 * export default subscribe('order.paid', ({ vipMembers }) => async ({ payload }) => vipMembers.extend(payload.orderSn), {
 *   where: { targetType: 'vip' },
 * });
 * @throws TypeError naming what is wrong
 */
export function subscribe<const N extends EventName>(
  names: N | readonly N[],
  make: (services: Services) => EventHandler<N>,
  options: SubscribeOptions<N> = {},
): Subscription {
  const list: readonly unknown[] = Array.isArray(names) ? names : [names];
  refuseNames(list);
  if (typeof make !== 'function') throw new TypeError(`subscribe: its second argument is no function; ${spelling}`);
  refuseOptions(options);
  return new Subscription(list as readonly string[], make, options);
}

/** Plain JavaScript has no compiler that would find these. */
function refuseNames(names: readonly unknown[]): void {
  const wrong = names.find((name) => typeof name !== 'string' || !namePattern.test(name));
  if (wrong === undefined && names.length > 0) return;
  const what = wrong === undefined ? 'an empty list' : typeof wrong === 'string' ? `"${wrong}"` : typeof wrong;
  throw new TypeError(`subscribe: ${what} is no name of an event; write one such as 'order.paid', or a list of them.`);
}

function refuseOptions(options: Readonly<Partial<Record<keyof SubscribeOptions, unknown>>>): void {
  const stranger = Object.keys(options).find((name) => !known.includes(name));
  if (stranger !== undefined)
    throw new TypeError(`subscribe: "${stranger}" is none of ${known.join(', ')}; correct its name.`);
  const { transactional, where, gaveUp } = options;
  if (transactional !== undefined && typeof transactional !== 'boolean')
    throw new TypeError('subscribe: "transactional" is neither true nor false.');
  if (where !== undefined && !isFilter(where))
    throw new TypeError(`subscribe: "where" holds no values; write where: { targetType: 'vip' }.`);
  if (gaveUp !== undefined && typeof gaveUp !== 'function')
    throw new TypeError('subscribe: "gaveUp" is no function; write gaveUp: async (event, services) => { ... }.');
}

function isFilter(where: unknown): boolean {
  const simple = ['string', 'number', 'boolean'];
  if (typeof where !== 'object' || where === null || Array.isArray(where)) return false;
  return Object.values(where).every((value) => simple.includes(typeof value));
}
