import type { SafetyRule } from 'lectern';
import { SHORTEST_SAFE } from './services/jwt_secret.ts';

const FEWEST_CHARACTERS = 8;
const KNOWN_TO_ALL = 'EduSoho';

/** Keys that are unsafe on a production site. */
export const userRules: readonly SafetyRule[] = [
  {
    setting: 'modules.users.jwtSecret',
    severity: 'refused',
    message: `JWT_SECRET is not set; set it to ${SHORTEST_SAFE} random characters or more, the same for all replicas.`,
    fix: 'Generate one: openssl rand -base64 48',
    isUnsafe: ({ services: { usersConfig } }) => usersConfig.jwtSecret === undefined,
  },
  {
    setting: 'modules.users.jwtSecret',
    severity: 'refused',
    message: `JWT_SECRET can be guessed: it has less than ${SHORTEST_SAFE} characters, or repeats a few characters.`,
    fix: 'Generate one: openssl rand -base64 48',
    isUnsafe: ({ services: { usersConfig } }) => usersConfig.jwtSecret !== undefined && isWeak(usersConfig.jwtSecret),
  },
  {
    // Only a warning: deployed clients contain the default key, which therefore protects no payment password. HTTPS
    // protects payment passwords in transit.
    setting: 'modules.users.payPasswordKey',
    severity: 'warned',
    message: 'Payment passwords are encrypted with the public default key, so only https protects them in transit.',
    fix: 'Set PAY_PASSWORD_KEY, here and in the clients, once none is left that knows only the old one.',
    isUnsafe: ({ services: { usersConfig } }) => usersConfig.payPasswordKey === KNOWN_TO_ALL,
  },
];

function isWeak(key: string): boolean {
  return key.length < SHORTEST_SAFE || new Set(key).size < FEWEST_CHARACTERS;
}
