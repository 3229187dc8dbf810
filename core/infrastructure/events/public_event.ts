import type { EventName, Shape } from 'lectern';

/** An event that other systems may hear of, such as by a webhook. */
export interface PublicEvent {
  readonly event: EventName;
  /** When the event happens, in a sentence. */
  readonly summary: string;
  /** Permission of the accounts that may hear of it. */
  readonly requires: string;
  /** Shape and mode of the object that the event is about. Other fields of the object are not sent. */
  readonly shape: Shape;
  readonly mode: string;
  /** Identifies the object; events of one object are sent one after another. */
  key(payload: never): string;
  /** The object as it is now; undefined if it is gone, and nothing is sent then. */
  find(payload: never): Promise<object | undefined>;
}
