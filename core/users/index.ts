// What other modules may know of users.
export type { Users, User } from './services/users.ts';
export type { Tokens } from './services/tokens.ts';
