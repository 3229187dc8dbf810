// What other modules may know of users.
export { failures as userFailures } from './failures.ts';
export type { Callers } from './services/callers.ts';
export { accountOf } from './services/sessions.ts';
export type { Memberships, User, Users } from './services/users.ts';
export type { PayPasswords } from './services/pay_passwords.ts';
export { RememberedCredentials, type Remembering } from './services/remembered_credentials.ts';
export type { Tokens } from './services/tokens.ts';
export { done } from './shapes/login.ts';
export { user } from './shapes/user.ts';
