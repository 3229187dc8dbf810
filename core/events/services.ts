import { asClass, contributes } from 'lectern';
import type { EventsConfig } from './config.ts';
import { CleanEvents } from './services/clean_events.ts';
import { Dispatcher } from './services/dispatcher.ts';
import { Deliveries } from './services/deliveries.ts';
import { DomainEvents } from './services/domain_events.ts';
import { Outbox } from './services/outbox.ts';
import { OutboxMeters } from './services/outbox_meters.ts';

declare module 'lectern' {
  interface Services {
    eventDispatcher: Dispatcher;
    eventDeliveries: Deliveries;
    events: DomainEvents;
    eventsConfig: EventsConfig;
    outbox: Outbox;
    outboxMeters: OutboxMeters;
  }
}

export default {
  cleanEvents: contributes('jobs', asClass(CleanEvents)),
  eventDispatcher: asClass(Dispatcher),
  eventDeliveries: asClass(Deliveries),
  events: asClass(DomainEvents),
  outbox: asClass(Outbox),
  outboxMeters: asClass(OutboxMeters),
};
