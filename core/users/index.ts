export { failures as userFailures } from './failures.ts';
export { roleNames } from './inputs.ts';
export { ownerColumnsOf, type Owner } from './services/callers.ts';
export { accountOf } from './services/sessions.ts';
export type { Memberships, User, Users } from './services/users.ts';
export type { PayPasswords } from './services/pay_passwords.ts';
export { RememberedCredentials } from './services/remembered_credentials.ts';
export { done, loginResult } from './shapes/login.ts';
export { user } from './shapes/user.ts';
