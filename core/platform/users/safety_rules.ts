import type { SafetyRule } from 'lectern';
import { demoPassword, demoUuid } from './demo_accounts.ts';
import { isGuessable, MIN_SECRET_LENGTH } from './services/credentials/jwt_secret.ts';

const MAX_HASHES = 3;
const PUBLISHED_SECRET = 'EduSoho';

export const userRules: readonly SafetyRule[] = [
  {
    setting: 'modules.users.jwtSecret',
    severity: 'refused',
    message: `JWT_SECRET is not set; set it to ${MIN_SECRET_LENGTH} random characters or more, the same for all replicas.`,
    fix: 'Set JWT_SECRET to the output of: openssl rand -base64 48',
    isUnsafe: ({ services: { usersConfig } }) => usersConfig.jwtSecret === undefined,
  },
  {
    setting: 'modules.users.jwtSecret',
    severity: 'refused',
    message: `JWT_SECRET can be guessed: it has fewer than ${MIN_SECRET_LENGTH} characters, or repeats a few characters.`,
    fix: 'Set JWT_SECRET to the output of: openssl rand -base64 48',
    isUnsafe: ({ services: { usersConfig } }) =>
      usersConfig.jwtSecret !== undefined && isGuessable(usersConfig.jwtSecret),
  },
  {
    setting: 'modules.users.jwtAcceptedSecrets',
    severity: 'refused',
    message: 'A key of JWT_ACCEPTED_SECRETS can be guessed, so anybody could sign a JWT with it.',
    fix: 'Remove the key, or replace it by the output of: openssl rand -base64 48',
    isUnsafe: ({ services: { usersConfig } }) => usersConfig.jwtAcceptedSecrets.some(isGuessable),
  },
  {
    // Only a warning: deployed clients contain the default key, which therefore protects no payment password. HTTPS
    // protects payment passwords in transit.
    setting: 'modules.users.payPasswordKey',
    severity: 'warned',
    message: 'Payment passwords are encrypted with the public default key, so only https protects them in transit.',
    fix: 'Give all clients a new key, then set PAY_PASSWORD_KEY to this key.',
    isUnsafe: ({ services: { usersConfig } }) => usersConfig.payPasswordKey === PUBLISHED_SECRET,
  },
  {
    setting: 'modules.users',
    severity: 'warned',
    message: 'There is no user yet, so sign-in is impossible.',
    fix: 'Create the first administrator: npx lectern user create NICKNAME --role super_admin',
    asksDatabase: true,
    isUnsafe: async ({ services: { database } }) => {
      const { rows } = await database.raw<{ empty: boolean }>('select not exists (select from users) as empty');
      return rows[0]?.empty === true;
    },
  },
  {
    setting: 'modules.users',
    severity: 'warned',
    message: 'Accounts of the demo data have the published password, so anybody can sign in to these accounts.',
    fix: 'Lock each account, or give it another password: npx lectern user lock admin, npx lectern user password admin',
    asksDatabase: true,
    isUnsafe: async ({ services: { database, passwords } }) => {
      const [first, last] = [demoUuid(0), demoUuid(99)];
      const users = database.table<{ password_hash: string }>('users').whereBetween('uuid', [first, last]);
      const hashes = users.where('locked', false).groupBy('password_hash').select('password_hash');
      // Demo accounts share one hash of the published password, so that this hash is among the most frequent ones.
      const known = await hashes.orderByRaw('count(*) desc').limit(MAX_HASHES);
      const found = await Promise.all(known.map((one) => passwords.isRight(demoPassword, one.password_hash)));
      return found.includes(true);
    },
  },
];
