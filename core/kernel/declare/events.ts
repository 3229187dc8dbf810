/**
 * What can happen, by name, with what is told of it; merged like `Services`. A payload is kept as JSON: write times as
 * text and ids as strings of digits.
 *
 * @example
 * declare module 'lectern' {
 *   interface Events {
 *     'vip.new': { userId: string; levelId: string };
 *   }
 * }
 */
export interface Events {}

export type EventName = Extract<keyof Events, string>;

/** Something that happened, as its subscribers are told; one of several kinds where `N` names several. */
export type DomainEvent<N extends EventName = EventName> = {
  readonly [M in N]: {
    /** Unique, digits. */
    readonly id: string;
    readonly name: M;
    readonly payload: Events[M];
    readonly createdAt: Date;
    /** Which try this is, from 1. */
    readonly attempt: number;
  };
}[N];

/** Values that a payload has to have, by name. */
export type EventFilter = Readonly<Record<string, string | number | boolean>>;

/** A subscriber at work; the extension point `subscribers` lists those of all modules. */
export interface Subscriber {
  /** `<module>.<file without its ending>`; what is kept for it is kept under this name. */
  readonly name: string;
  /** Names of the events that it wants. */
  readonly events: readonly string[];
  /** What the payload of those has to hold; nothing in it for all of them. */
  readonly where: EventFilter;
  /** Whether it is to run in a transaction together with the mark that it has run. */
  readonly transactional: boolean;
  /** Does its work. What it throws makes it run again later. */
  handle(event: DomainEvent): Promise<void>;
  /** Told when the last try has failed. */
  gaveUp(event: DomainEvent): Promise<void>;
}
