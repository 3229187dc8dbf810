/**
 * Event payloads by event name; modules add theirs by merging this interface. Payloads are stored as JSON: write times
 * as text and ids as strings of digits.
 *
 * @example
 * declare module 'lectern' {
 *   interface Events {
 *     'vip.new': { userId: string; levelId: string };
 *   }
 * }
 */
export interface Events {}

/** Name of an event that a module has declared in `Events`. */
export type EventName = Extract<keyof Events, string>;

/** An event as subscribers receive it; a union type if `N` names several events. */
export type DomainEvent<N extends EventName = EventName> = {
  readonly [M in N]: {
    /** Unique id: a string of digits. */
    readonly id: string;
    readonly name: M;
    readonly payload: Events[M];
    readonly createdAt: Date;
    /** Number of the attempt, from 1. */
    readonly attempt: number;
  };
}[N];

/** Values that fields of a payload must have, by field name. */
export type EventFilter = Readonly<Record<string, string | number | boolean>>;

/** A registered subscriber; the extension point `subscribers` lists those of all modules. */
export interface Subscriber {
  /** `<module>.<file without its ending>`; its deliveries are stored under this name. */
  readonly name: string;
  readonly events: readonly string[];
  /** Values that fields of a payload must have; without fields, every payload matches. */
  readonly where: EventFilter;
  /** Whether the handler runs in a transaction together with the record of its completion. */
  readonly transactional: boolean;
  /** Whether it only tells others of events, so that it does not count as the delivery of sold goods. */
  readonly observes?: boolean;
  /** Handles an event. After an error, called again later, up to the maximum number of attempts. */
  handle(event: DomainEvent): Promise<void>;
  /** Called when the last attempt has failed. */
  gaveUp(event: DomainEvent): Promise<void>;
}
