// What other modules may know of events.
export type { DomainEvents } from './services/domain_events.ts';
export type { Backlog, OpenDelivery, Outbox, OutboxQuery } from './services/outbox.ts';
