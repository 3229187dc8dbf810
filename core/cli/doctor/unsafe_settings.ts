import type { Config, Kernel, ServiceName } from 'lectern';
import { warning, type Finding } from './finding.ts';

/** A setting that is fine for a first look, and not for a site that people use. */
interface Rule {
  readonly setting: string;
  readonly isUnsafe: (kernel: Kernel, config: Config) => boolean;
  readonly message: string;
  readonly mend: string;
}

const rules: readonly Rule[] = [
  {
    setting: 'demo',
    isUnsafe: (_kernel, config) => config.demo,
    message: 'The demo data, with users whose passwords everybody can read, goes into tables that are new.',
    mend: 'Set it to false.',
  },
  {
    setting: 'log.level',
    isUnsafe: (_kernel, config) => ['trace', 'debug'].includes(config.log.level),
    message: 'The log says more than it needs to, at the cost of every request.',
    mend: 'Set LOG_LEVEL to info.',
  },
  {
    setting: 'http.publicUrl',
    isUnsafe: (_kernel, config) => !(config.http.publicUrl ?? '').startsWith('https:'),
    message: 'Addresses in answers do not begin with https, and browsers are not told to keep to it.',
    mend: 'Set PUBLIC_URL to the https address that people reach this installation by.',
  },
  {
    setting: 'modules.database.allowEmbeddedInProduction',
    isUnsafe: (kernel) => section(kernel, 'database')['allowEmbeddedInProduction'] === true && !hasUrl(kernel),
    message: 'The embedded database may lose data when the machine fails.',
    mend: 'Set DATABASE_URL to a PostgreSQL.',
  },
  {
    setting: 'modules.users.payPasswordKey',
    isUnsafe: (kernel) => section(kernel, 'users')['payPasswordKey'] === 'EduSoho',
    message: 'Payment passwords are encrypted with the key that everybody has.',
    mend: 'Set PAY_PASSWORD_KEY, here and in the clients.',
  },
  {
    setting: 'modules.api_access.apps',
    isUnsafe: (kernel) => JSON.stringify(section(kernel, 'api_access')).includes('"demo-secret"'),
    message: 'The demo application may call the API, with a secret that everybody can read.',
    mend: 'Remove it from the configuration.',
  },
];

/**
 * Settings that do not go with `NODE_ENV=production`; no values are shown.
 * @param config what a server of this installation would have; that of a command logs less
 */
export function unsafeSettings(kernel: Kernel, config: Config): Finding[] {
  if (kernel.environment !== 'production') return [];
  const broken = rules.filter(({ isUnsafe }) => isUnsafe(kernel, config));
  return broken.map(({ setting, message, mend }) => warning(setting, message, mend));
}

/** The section of a module, completed with its defaults; empty where the module is not there. */
function section({ modules, services }: Kernel, module: string): Readonly<Record<string, unknown>> {
  if (!modules.some(({ name }) => name === module)) return {};
  const own: unknown = services[`${module}Config` as ServiceName];
  return own as Readonly<Record<string, unknown>>;
}

function hasUrl(kernel: Kernel): boolean {
  return section(kernel, 'database')['url'] !== undefined;
}
