import { asClass, contributes } from 'lectern';
import type { UsersConfig } from './config.ts';
import { Tokens } from './services/tokens.ts';
import { Users } from './services/users.ts';

declare module 'lectern' {
  interface Services {
    tokens: Tokens;
    users: Users;
    usersConfig: UsersConfig;
  }
}

export default { tokens: contributes('authenticators', asClass(Tokens)), users: asClass(Users) };
