export type { ConsoleAccounts, Credentials } from './accounts.ts';
