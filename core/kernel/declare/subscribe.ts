import type { DomainEvent, EventFilter, EventName, Events, Subscriber } from './events.ts';
import type { Services } from './services.ts';

/** Handles an event. After an error, called again later, up to the maximum number of attempts. */
export type EventHandler<N extends EventName = EventName> = (event: DomainEvent<N>) => unknown;

/** Options of a subscriber. */
export interface SubscribeOptions<N extends EventName = EventName> {
  /**
   * Whether the handler runs in a transaction together with the record of its completion; true by default. Use `false`
   * for a handler that calls external systems, because the transaction would stay open during the calls.
   */
  readonly transactional?: boolean;
  /**
   * Values that fields of the payload must have: texts, numbers or booleans, by field name. The handler does not get
   * other events; this is cheaper than a check in the handler.
   */
  readonly where?: { readonly [F in keyof Events[N]]?: Events[N][F] & EventFilter[string] };
  /** Called in a transaction when the last attempt has failed, for example to compensate. After an error, called again. */
  readonly gaveUp?: (event: DomainEvent<N>, services: Services) => unknown;
}

/** Options of a subscriber, without the types of its events. */
interface AnyOptions {
  readonly transactional?: boolean;
  readonly where?: object;
  readonly gaveUp?: (event: never, services: Services) => unknown;
}

const known = ['transactional', 'where', 'gaveUp'];
const namePattern = /^[a-z][a-z0-9_]*(\.[a-z0-9_]+)+$/;

/** Default export of a file in `subscribers/`: created by `subscribe`, built once with the services. */
export class Subscription {
  constructor(
    readonly names: readonly string[],
    private readonly make: (services: Services) => unknown,
    private readonly options: AnyOptions,
  ) {}

  /** @throws TypeError if the function given to `subscribe` returns no handler; errors of this function */
  build(name: string, services: Services): Subscriber {
    const handle = this.make(services);
    if (typeof handle !== 'function') throw new TypeError(`it returns no function; ${spelling}`);
    const { transactional = true, where = {}, gaveUp } = this.options;
    const filter = where as EventFilter;
    return {
      name,
      events: this.names,
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

/** Whether an event matches the filter. Checked again, since events published before a filter existed may not match. */
function fits({ payload }: DomainEvent, where: EventFilter): boolean {
  return Object.entries(where).every(([name, value]) => (payload as Readonly<Record<string, unknown>>)[name] === value);
}

const spelling = "write subscribe('order.paid', (services) => async (event) => { ... }).";

/**
 * Declares a subscriber, for a file in the folder `subscribers/` of a module. The handler receives the events of these
 * names after their transactions are committed, each at least once. Database changes of a transactional handler are not
 * applied twice.
 *
 * @param make called once, with the services; returns the handler
 * @example
 * export default subscribe('order.paid', ({ vipMembers }) => async ({ payload }) => vipMembers.extend(payload.orderSn),
 * {
 *   where: { targetType: 'vip' },
 * });
 * @throws TypeError for a malformed or missing event name, an unknown or wrong option, or a `make` that is no function
 */
export function subscribe<const N extends EventName>(
  names: N | readonly N[],
  make: (services: Services) => EventHandler<N>,
  options: SubscribeOptions<N> = {},
): Subscription {
  const list: readonly unknown[] = Array.isArray(names) ? names : [names];
  refuseNames(list);
  if (typeof make !== 'function') throw new TypeError(`subscribe: the second argument is no function; ${spelling}`);
  refuseOptions(options);
  return new Subscription(list as readonly string[], make, options);
}

/** Refuses wrong event names; plain JavaScript has no compiler to find them. */
function refuseNames(names: readonly unknown[]): void {
  const wrong = names.find((name) => typeof name !== 'string' || !namePattern.test(name));
  if (wrong === undefined && names.length > 0) return;
  const what = wrong === undefined ? 'an empty list' : typeof wrong === 'string' ? `"${wrong}"` : typeof wrong;
  throw new TypeError(`subscribe: ${what} is no event name; write a name such as 'order.paid', or a list of names.`);
}

function refuseOptions(options: Readonly<Partial<Record<keyof SubscribeOptions, unknown>>>): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`subscribe: "${unknown}" is none of ${known.join(', ')}; correct its name.`);
  const { transactional, where, gaveUp } = options;
  if (transactional !== undefined && typeof transactional !== 'boolean')
    throw new TypeError('subscribe: "transactional" must be true or false.');
  if (where !== undefined && !isFilter(where))
    throw new TypeError(`subscribe: "where" must have texts, numbers or booleans; write where: { targetType: 'vip' }.`);
  if (gaveUp !== undefined && typeof gaveUp !== 'function')
    throw new TypeError('subscribe: "gaveUp" is no function; write gaveUp: async (event, services) => { ... }.');
}

function isFilter(where: unknown): boolean {
  const simple = ['string', 'number', 'boolean'];
  if (typeof where !== 'object' || where === null || Array.isArray(where)) return false;
  return Object.values(where).every((value) => simple.includes(typeof value));
}
