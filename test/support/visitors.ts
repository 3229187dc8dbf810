import { createHash } from 'node:crypto';
import type { Kernel } from 'lectern/host';
import { Jwts } from '../../core/hosting/internals.ts';
import type { Visitor } from './authorisation.ts';
import { tokenOf } from './platform.ts';

const service = { appKey: 'matrix-app', secretKey: 'matrix-secret', name: 'Matrix', roles: ['ROLE_ADMIN'] };
const ample = { points: 1_000_000, seconds: 60 };
const YEAR = 365 * 86_400_000;
const student = '4';
const locked = '6';

/** Configuration of the modules that accepts all kinds of credentials and never reaches a limit. */
export const visitorSections = {
  users: { failedLogins: 1_000_000, failedLoginsPerAddress: 1_000_000 },
  api_access: { apps: [service], accessTokenEnabled: true, whitelist: ['127.0.0.1', '::1'], wrongTries: ample },
  social_login: { sandbox: true, wrongTries: ample, providers: { weixinweb: { enabled: true } } },
  verification: { captcha: { picturesPerMinute: 1_000_000 } },
};

/** Returns all visitors: without a credential, with invalid credentials, and users of the demo data by role. */
export function visitorsOf(kernel: Kernel): Visitor[] {
  const token = async (nickname: string) => ({ headers: { 'X-Auth-Token': await tokenOf(kernel, nickname) } });
  const user = (name: string, ...roles: string[]) => ({ name, roles, credential: () => token(name) });
  return [
    { name: 'nobody', credential: () => ({}) },
    ...strangers(kernel),
    { name: 'a locked user with a token', credential: () => token('locked'), refused: [401, 6] },
    { name: 'a locked user with a JWT', credential: () => jwtOf(kernel, locked), refused: [401, 6] },
    user('student', 'ROLE_USER'),
    user('planner', 'ROLE_USER', 'ROLE_PROJECT_PLANNER'),
    user('manager', 'ROLE_USER', 'ROLE_ADMIN'),
    user('admin', 'ROLE_SUPER_ADMIN'),
    { name: 'a service', credential: header('Access-Token', accessToken()), roles: service.roles },
  ];
}

/** Returns the visitors of one turn each: nobody, an invalid credential, a user with few permissions, one with more. */
export function takingTurns([nobody, ...others]: readonly Visitor[]): Visitor[][] {
  const [student, planner, ...permitted] = others.filter(({ refused }) => !refused);
  return others
    .filter(({ refused }) => refused)
    .map((stranger, turn) => {
      return [nobody!, stranger, turn % 2 === 0 ? student! : planner!, permitted[turn % permitted.length]!];
    });
}

/** Returns the visitors with invalid credentials. */
function strangers(kernel: Kernel): Visitor[] {
  const basic = Buffer.from('student:not the password').toString('base64');
  const socialLogin = { access_token: 'wrong', openid: 'demo-openid', type: 'weixinweb' };
  const stranger = (what: string, credential: Visitor['credential'], code: number): Visitor => {
    return { name: `a client with ${what}`, credential, refused: [401, code] };
  };
  return [
    stranger('an unknown token', header('X-Auth-Token', 'x'.repeat(43)), 5),
    stranger('an expired token', () => expiredToken(kernel), 5),
    stranger('a JWT of a foreign signer', () => foreignJwt(kernel), 5),
    stranger('a wrong password', header('Authorization', `Basic ${basic}`), 4),
    stranger('a wrong Access-Token', header('Access-Token', 'f'.repeat(32)), 4),
    stranger('a wrong third-party token', () => ({ query: socialLogin }), 4),
  ];
}

function header(name: string, value: string) {
  return () => ({ headers: { [name]: value } });
}

function accessToken(): string {
  return createHash('md5').update(`${service.appKey}-${service.secretKey}`).digest('hex');
}

async function jwtOf({ services }: Kernel, userId: string) {
  return { headers: { Authorization: `Bearer ${await services.jwts.sign(userId)}` } };
}

/** Returns a JWT that differs from those of this installation only by the key. */
function foreignJwt({ services }: Kernel) {
  const { clock, usersConfig } = services;
  const { jwtIssuer: issuer, jwtAudience: audience, jwtMinutes: minutes } = usersConfig;
  const jwts = new Jwts({ secret: 'a foreign key that is long enough', issuer, audience, minutes, clock });
  return { headers: { Authorization: `Bearer ${jwts.sign({ subject: student, id: '1.x' })}` } };
}

/** Returns a token that was created a year ago. */
async function expiredToken(kernel: Kernel) {
  const { clock } = kernel.services;
  const now = clock.now.bind(clock);
  clock.now = () => new Date(now().getTime() - YEAR);
  try {
    return { headers: { 'X-Auth-Token': await tokenOf(kernel, 'teacher') } };
  } finally {
    clock.now = now;
  }
}
