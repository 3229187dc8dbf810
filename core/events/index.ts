// What other modules may know of events.
export type { Backlog, OpenDelivery, Outbox } from './services/outbox.ts';
