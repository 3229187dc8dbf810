import { contributes, extensionPoint, Shape } from 'lectern';
import type { EventsConfig } from './config.ts';
import type { PublicEvent } from './public_event.ts';
import { CleanEvents } from './services/clean_events.ts';
import { Dispatcher } from './services/dispatcher.ts';
import { Deliveries } from './services/deliveries.ts';
import { DomainEvents } from './services/domain_events.ts';
import { EventChecks, type EventCheck } from './services/event_checks.ts';
import { Outbox } from './services/outbox.ts';
import { OutboxMeters } from './services/outbox_meters.ts';

declare module 'lectern' {
  interface Services {
    eventDispatcher: Dispatcher;
    eventDeliveries: Deliveries;
    eventChecks: EventChecks;
    events: DomainEvents;
    eventsConfig: EventsConfig;
    outbox: Outbox;
    outboxMeters: OutboxMeters;
  }

  interface ExtensionPoints {
    eventChecks: EventCheck;
    publicEvents: readonly PublicEvent[];
  }
}

export default {
  cleanEvents: contributes('jobs', CleanEvents),
  eventDispatcher: Dispatcher,
  eventDeliveries: Deliveries,
  eventChecks: EventChecks,
  eventChecksPoint: extensionPoint('eventChecks', { event: 'text', fails: 'failures?', examine: 'function' }),
  events: DomainEvents,
  outbox: Outbox,
  outboxMeters: OutboxMeters,
  publicEventsPoint: extensionPoint('publicEvents', [
    { event: 'text', summary: 'text', requires: 'text', shape: Shape, mode: 'text', key: 'function', find: 'function' },
  ]),
};
