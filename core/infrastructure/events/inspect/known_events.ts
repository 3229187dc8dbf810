import type { Kernel } from '../../../hosting/internals.ts';
import { writtenEvents, type EventDeclaration, type EventLine } from './written_events.ts';

/** A subscriber of an event, as `lectern events` lists it. */
export interface EventSubscriber {
  readonly subscriber: string;
  readonly module: string;
  readonly file: string;
  readonly transactional: boolean;
  /** Values that the payload must have for a delivery; empty when all events are delivered. */
  readonly where: Readonly<Record<string, unknown>>;
}

/** An event that is declared, published, checked or subscribed to. */
export interface KnownEvent {
  readonly event: string;
  readonly declared: readonly Omit<EventDeclaration, 'event'>[];
  readonly published: readonly Omit<EventLine, 'event'>[];
  readonly heard: readonly EventSubscriber[];
  /** Modules whose checks can refuse the operation that causes the event. */
  readonly checkedBy: readonly string[];
}

/** All events of an installation by name, with their publishers in the sources and their subscribers. */
export function knownEvents(root: string, { modules, services }: Kernel): KnownEvent[] {
  const { declared, published } = writtenEvents(root, modules);
  const homes = new Map(
    modules.flatMap(({ name, subscribers }) => subscribers.map((one) => [one.name, { module: name, file: one.file }])),
  );
  const heard = services.contributions.of('subscribers').flatMap(({ name, events, transactional, where }) => {
    const home = homes.get(name) ?? { module: '', file: '' };
    return events.map((event) => ({ event, subscriber: name, ...home, transactional, where }));
  });
  const checks = services.contributions.of('eventChecks').map((check: object & { event: string }) => ({
    event: check.event,
    module: services.contributions.moduleOf(check),
  }));
  const names = [...declared, ...published, ...heard, ...checks].map(({ event }) => event);
  return [...new Set(names)].sort().map((event) => ({
    event,
    declared: of(event, declared),
    published: of(event, published),
    heard: of(event, heard),
    checkedBy: of(event, checks).map(({ module }) => module),
  }));
}

function of<T extends { readonly event: string }>(event: string, list: readonly T[]): Omit<T, 'event'>[] {
  return list.filter((one) => one.event === event).map(({ event: _event, ...one }) => one);
}

/** Remark on an event that no module declares or publishes; undefined for all other events. */
export function remarkOn({ event, declared, published, heard, checkedBy }: KnownEvent): string | undefined {
  if (declared.length > 0 || published.length > 0) return undefined;
  const names = [...heard.map(({ subscriber }) => subscriber), ...checkedBy.map((module) => `check of ${module}`)];
  return `${event} never occurs for ${names.join(', ')}: no installed module declares or publishes this event; correct the name, or install the module of the event`;
}
