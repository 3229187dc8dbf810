import type { Kernel } from 'lectern/host';
import { writtenEvents, type EventDeclaration, type EventLine } from './written_events.ts';

/** A subscriber that hears an event. */
export interface Hearer {
  readonly subscriber: string;
  readonly module: string;
  readonly file: string;
  readonly transactional: boolean;
  /** What the payload has to hold; nothing in it for all of them. */
  readonly where: Readonly<Record<string, unknown>>;
}

/** An event that somebody declares, publishes or hears. */
export interface KnownEvent {
  readonly event: string;
  readonly declared: readonly Omit<EventDeclaration, 'event'>[];
  readonly published: readonly Omit<EventLine, 'event'>[];
  readonly heard: readonly Hearer[];
}

/** All events of an installation by name: who tells of them, as far as sources say, and who hears them. */
export function knownEvents(root: string, { modules, services }: Kernel): KnownEvent[] {
  const { declared, published } = writtenEvents(root, modules);
  const homes = new Map(
    modules.flatMap(({ name, subscribers }) => subscribers.map((one) => [one.name, { module: name, file: one.file }])),
  );
  const heard = services.contributions.of('subscribers').flatMap(({ name, events, transactional, where }) => {
    const home = homes.get(name) ?? { module: '', file: '' };
    return events.map((event) => ({ event, subscriber: name, ...home, transactional, where }));
  });
  const names = [...declared, ...published, ...heard].map(({ event }) => event);
  return [...new Set(names)].sort().map((event) => ({
    event,
    declared: of(event, declared),
    published: of(event, published),
    heard: of(event, heard),
  }));
}

function of<T extends { readonly event: string }>(event: string, list: readonly T[]): Omit<T, 'event'>[] {
  return list.filter((one) => one.event === event).map(({ event: _event, ...one }) => one);
}

/** What is odd about an event; undefined where nothing is. */
export function remarkOn({ event, declared, published, heard }: KnownEvent): string | undefined {
  if (declared.length > 0 || published.length > 0) return undefined;
  const names = heard.map(({ subscriber }) => subscriber).join(', ');
  return `${event} is heard by ${names}, but no module that is installed declares or publishes it`;
}
