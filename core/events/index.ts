// Public interface for other modules: events that checks can refuse, and the list of all events.
export { knownEvents, type KnownEvent } from './inspect/known_events.ts';
export type { Checked } from './services/event_checks.ts';
