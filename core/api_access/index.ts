// What other modules may know of servers that call the API.
export type { ApiAccessConfig, AppConfig } from './config.ts';
export type { ApiSection } from './section.ts';
