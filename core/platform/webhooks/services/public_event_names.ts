import { use } from 'lectern';
import type { PublicEvent } from '../../../infrastructure/events/index.ts';

/** Events that webhooks can be sent for, of all modules. */
export class PublicEventNames {
  readonly #contributions = use('contributions');
  #known: ReadonlyMap<string, PublicEvent> | undefined;

  get all(): readonly string[] {
    return [...this.#byName.keys()];
  }

  find(event: string): PublicEvent | undefined {
    return this.#byName.get(event);
  }

  /** Names of the events that at least one pattern matches. */
  matching(patterns: readonly string[]): readonly string[] {
    const wanted = new Set(patterns);
    return this.all.filter((event) => patternsOf(event).some((pattern) => wanted.has(pattern)));
  }

  get #byName(): ReadonlyMap<string, PublicEvent> {
    const events = () => this.#contributions.of('publicEvents').flat();
    return (this.#known ??= new Map(events().map((one) => [one.event, one])));
  }
}

/** Patterns that match the name of an event: `order.paid`, `order.*`, `*`. */
export function patternsOf(event: string): readonly string[] {
  const parts = event.split('.');
  const groups = parts.slice(1).map((_, index) => `${parts.slice(0, index + 1).join('.')}.*`);
  return [event, ...groups, '*'];
}
