import { asClass, asValue, contributes, extensionPoint } from 'lectern';
import type { UsersConfig } from './config.ts';
import { userRules } from './safety_rules.ts';
import { Accounts } from './services/accounts.ts';
import { Basic } from './services/basic.ts';
import { Bearer } from './services/bearer.ts';
import { Callers } from './services/callers.ts';
import { CleanCredentials } from './services/clean_credentials.ts';
import { LastWrites } from './services/last_writes.ts';
import { Logins } from './services/logins.ts';
import { Passwords } from './services/passwords.ts';
import { PayPasswords } from './services/pay_passwords.ts';
import { Sessions, type Session } from './services/sessions.ts';
import { Tokens } from './services/tokens.ts';
import { UserJwts } from './services/user_jwts.ts';
import { UserSeeder } from './services/user_seeder.ts';
import { Users, type Memberships } from './services/users.ts';

declare module 'lectern' {
  interface Services {
    accounts: Accounts;
    callers: Callers;
    jwts: UserJwts;
    logins: Logins;
    passwords: Passwords;
    payPasswords: PayPasswords;
    sessions: Sessions;
    tokens: Tokens;
    users: Users;
    usersConfig: UsersConfig;
  }

  interface Events {
    /** A user received an access token, by name and password or by another credential. */
    'user.login': { readonly userId: string };
    /** A user revoked an access token or a JWT. */
    'user.logout': { readonly userId: string };
  }

  interface ExtensionPoints {
    memberships: Memberships;
  }

  interface Caller {
    /** The token or JWT that logout revokes; undefined for other credentials. */
    readonly session?: Session;
    /** Version of the presented credentials; a token issued for them becomes invalid with them. */
    readonly credentialsVersion?: number;
  }
}

export default {
  accounts: asClass(Accounts),
  basic: contributes('authenticators', asClass(Basic)),
  bearer: contributes('authenticators', asClass(Bearer)),
  callers: asClass(Callers),
  cleanCredentials: contributes('jobs', asClass(CleanCredentials)),
  jwts: asClass(UserJwts),
  lastWrites: contributes('changeListeners', asClass(LastWrites)),
  logins: asClass(Logins),
  membershipsPoint: extensionPoint('memberships', { of: 'function' }),
  passwords: asClass(Passwords),
  payPasswords: asClass(PayPasswords),
  sessions: asClass(Sessions),
  tokens: contributes('authenticators', asClass(Tokens)),
  userRules: contributes('safetyRules', asValue(userRules)),
  userSeeder: contributes('seeders', asClass(UserSeeder)),
  users: asClass(Users),
};
