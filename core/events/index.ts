// Public interface for other modules: events that checks can refuse, the list of all events, and errors.
export { knownEvents, remarkOn, type KnownEvent } from './inspect/known_events.ts';
export type { Checked } from './services/event_checks.ts';
export { redact } from './services/redact.ts';
export { LATE } from './services/subscriber_runner.ts';
