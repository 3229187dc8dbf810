import type { SafetyRule, Services } from 'lectern';
import { hostUrls } from './connections/host_urls.ts';

/** Text that refuses the embedded database in production: for the safety rule, and for the error of the start. */
export const embeddedRefusal = {
  message:
    'The embedded database is for evaluation and may lose data when the machine fails, so production refuses it.',
  fix: 'Set DATABASE_URL to a PostgreSQL server, or LECTERN_ALLOW_EMBEDDED=true to use it anyway.',
};

/** Milliseconds by which the clocks of this machine and of the database may differ. */
const MAX_CLOCK_DIFFERENCE_MS = 2_000;

/** Values of `sslmode` and `ssl` that require encryption. With `prefer`, PostgreSQL programs fall back to plain text. */
const ENCRYPTED = ['require', 'verify-ca', 'verify-full', 'no-verify', 'true', '1'];

export const databaseRules: readonly SafetyRule[] = [
  {
    setting: 'modules.database.url',
    severity: 'refused',
    ...embeddedRefusal,
    isUnsafe: ({ services: { databaseConfig: config } }) => !config.url && !config.allowEmbeddedInProduction,
  },
  {
    setting: 'modules.database.allowEmbeddedInProduction',
    severity: 'warned',
    message: 'The embedded database may lose data when the machine fails.',
    fix: 'Set DATABASE_URL to a PostgreSQL server.',
    isUnsafe: ({ services: { databaseConfig: config } }) => !config.url && config.allowEmbeddedInProduction,
  },
  {
    setting: 'modules.database.url',
    severity: 'warned',
    message: 'A connection to a database server or read replica on another machine may be unencrypted.',
    fix: 'Add sslmode=verify-full to DATABASE_URL, and to each address in DATABASE_REPLICA_URLS.',
    isUnsafe: ({ services: { databaseConfig: config } }) =>
      [...hostUrls(config.url ?? ''), ...config.replicaUrls].some(isReadableOnTheWay),
  },
  {
    setting: 'modules.database.url',
    severity: 'warned',
    message: 'Lectern connects as a superuser, so a stolen connection can do anything on the server.',
    fix: 'Create a role that is no superuser and owns the database and its tables (docs/securing.md), and name it in DATABASE_URL.',
    asksDatabase: true,
    isUnsafe: async ({ services: { database } }) => {
      if (database.engine === 'embedded') return false;
      const { rows } = await database.raw<{ answer: string }>("select current_setting('is_superuser', true) as answer");
      return rows[0]?.answer === 'on';
    },
  },
  {
    setting: 'modules.database.url',
    severity: 'warned',
    message: `The clocks of this machine and of the database server differ by more than ${MAX_CLOCK_DIFFERENCE_MS / 1000} s, so tokens, codes and limits end too early or too late.`,
    fix: 'Set both clocks by NTP (timedatectl set-ntp true), then restart.',
    asksDatabase: true,
    isUnsafe: ({ services }) => haveClocksParted(services),
  },
];

/** Whether the time of the database is outside of the time that its question takes here. */
async function haveClocksParted({ database, clock }: Pick<Services, 'database' | 'clock'>): Promise<boolean> {
  if (database.engine === 'embedded') return false;
  const asked = clock.now().getTime();
  const { rows } = await database.raw<{ ms: string }>(
    'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms',
  );
  const theirs = Number(rows[0]?.ms);
  return theirs < asked - MAX_CLOCK_DIFFERENCE_MS || theirs > clock.now().getTime() + MAX_CLOCK_DIFFERENCE_MS;
}

/** Whether a connection to another machine requires no encryption. The first of `sslmode`, `ssl` and PGSSLMODE applies. */
function isReadableOnTheWay(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, searchParams } = new URL(url);
  if (isHere(searchParams.get('host') ?? hostname)) return false;
  const mode = searchParams.get('sslmode') ?? searchParams.get('ssl') ?? process.env['PGSSLMODE'] ?? '';
  return !ENCRYPTED.includes(mode);
}

/** Whether a host is this machine, or a local socket. */
function isHere(host: string): boolean {
  return host === '' || host.startsWith('/') || /^(localhost|127\.[\d.]+|\[?::1\]?)$/.test(decodeURIComponent(host));
}
