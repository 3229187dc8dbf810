// Public interface for other modules: events that checks can refuse.
export type { Checked } from './services/event_checks.ts';
