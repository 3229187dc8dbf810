export { knownEvents, remarkOn } from './inspect/known_events.ts';
export type { PublicEvent } from './public_event.ts';
export type { Checked } from './services/event_checks.ts';
export { redact } from './services/redact.ts';
export { LATE } from './services/subscriber_runner.ts';
