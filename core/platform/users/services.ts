import { asFunction, asValue, contributes, extensionPoint } from 'lectern';
import { TreeEditing, TreeNodes } from '../../infrastructure/trees/index.ts';
import { deletesAgedRows } from '../../infrastructure/jobs/index.ts';
import type { UsersConfig } from './config.ts';
import type { DepartmentChange } from './inputs.ts';
import { userRules } from './safety_rules.ts';
import { AccountEditing } from './services/account_editing.ts';
import { Accounts } from './services/accounts.ts';
import { BasicAuthenticator } from './services/credentials/basic_authenticator.ts';
import { Bearer } from './services/credentials/bearer.ts';
import { Callers } from './services/callers.ts';
import { ConsoleLogins } from './services/credentials/console_logins.ts';
import { departments, type Departments } from './services/departments.ts';
import { Identities } from './services/identities.ts';
import { LastWrites } from './services/last_writes.ts';
import { Logins } from './services/credentials/logins.ts';
import { OwnTokens } from './services/credentials/own_tokens.ts';
import { Passwords } from './services/credentials/passwords.ts';
import { PayPasswords } from './services/credentials/pay_passwords.ts';
import { ServiceAccounts } from './services/service_accounts.ts';
import { Sessions, type Session } from './services/credentials/sessions.ts';
import { TokenUses } from './services/credentials/token_uses.ts';
import { Tokens } from './services/credentials/tokens.ts';
import { UserJwts } from './services/credentials/user_jwts.ts';
import { Users, type Memberships } from './services/users.ts';
import { department } from './shapes/department.ts';

declare module 'lectern' {
  interface Services {
    accountEditing: AccountEditing;
    accounts: Accounts;
    callers: Callers;
    departments: Departments;
    departmentEditing: TreeEditing<DepartmentChange>;
    identities: Identities;
    jwts: UserJwts;
    logins: Logins;
    ownTokens: OwnTokens;
    passwords: Passwords;
    payPasswords: PayPasswords;
    serviceAccounts: ServiceAccounts;
    sessions: Sessions;
    tokens: Tokens;
    tokenUses: TokenUses;
    users: Users;
    usersConfig: UsersConfig;
  }

  interface Events {
    /** A user received an access token, for a name and password or for another credential. */
    'user.login': { readonly userId: string };
    /** A user revoked an access token or a JWT. */
    'user.logout': { readonly userId: string };
    /** An account was registered; with required verification, its e-mail address was confirmed. */
    'user.registered': { readonly userId: string };
    /** The e-mail address or the mobile number changed; `email` is the address that the account had before. */
    'user.contacts_changed': { readonly userId: string; readonly email: string; readonly fields: readonly string[] };
    /** A user cancelled the account; the personal data was erased. */
    'user.destroyed': { readonly userId: string };
  }

  interface ExtensionPoints {
    memberships: Memberships;
  }

  interface Caller {
    /** Access token or JWT of the request, which a logout revokes; undefined for other credentials. */
    readonly session?: Session;
    /** Version of the user's credentials. A token created for the caller becomes invalid when this version changes. */
    readonly credentialsVersion?: number;
    /** Whether the request has proved the password, by Basic authentication. */
    readonly hasProvedPassword?: true;
  }
}

export default {
  accountEditing: AccountEditing,
  accounts: Accounts,
  basic: contributes('authenticators', BasicAuthenticator),
  bearer: contributes('authenticators', Bearer),
  callers: Callers,
  consoleLogins: contributes('consoleAccounts', ConsoleLogins),
  cleanCredentials: deletesAgedRows('users.clean', [
    { table: 'user_tokens', column: 'expires_at', days: 0 },
    { table: 'revoked_jwts', column: 'expires_at', days: 0 },
  ]),
  departments: asFunction((): Departments => new TreeNodes(department, departments)),
  departmentEditing: asFunction(() => new TreeEditing<DepartmentChange>(departments)),
  identities: Identities,
  jwts: UserJwts,
  lastWrites: contributes('changeListeners', LastWrites),
  logins: Logins,
  membershipsPoint: extensionPoint('memberships', { of: 'function' }),
  ownTokens: OwnTokens,
  passwords: Passwords,
  payPasswords: PayPasswords,
  serviceAccounts: ServiceAccounts,
  sessions: Sessions,
  tokenUses: TokenUses,
  tokens: contributes('authenticators', Tokens),
  userRules: contributes('safetyRules', asValue(userRules)),
  users: Users,
};
