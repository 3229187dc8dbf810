import {
  type CommandContext,
  type DeclaredInstallation,
  declaredInstallation,
  examples,
  type ShownSetting,
  shownSettings,
  table,
} from '../../cli/index.ts';

interface Options {
  readonly json?: boolean;
  readonly module?: string;
  readonly changed?: boolean;
}

/** `lectern config show`: every setting in force, and its origin. */
export default function addConfigShow({ program, io, boot }: CommandContext): void {
  program
    .command('config')
    .description('Look at the configuration.')
    .command('show')
    .description('List every setting in force with where it comes from; secrets are hidden.')
    .option('--module <name>', 'only settings of this module')
    .option('--changed', 'only settings from a file or the environment')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('config show', 'config show --module database', 'config show --changed --json'))
    .action(async (options: Options) => {
      const installation = await declaredInstallation(boot());
      const settings = await shownSettings(installation, boot());
      if (options.module !== undefined) await refuseUnknown(installation, options.module);
      const rows = settings.filter(isWanted(options));
      io.print(options.json, rows, () => (rows.length > 0 ? table(rows.map(printed)) : noneText(options)));
      for (const { reason } of installation.failedPlugins) io.error(`set aside: ${reason}`);
      if (installation.failedPlugins.length > 0) io.exitCode = 1;
    });
}

function noneText({ module, changed = false }: Options): string {
  const of = module === undefined ? 'The installation' : `The module "${module}"`;
  return changed
    ? `${of} has no setting from a file or the environment.`
    : `${of} has no settings in the configuration.`;
}

function isWanted({ module, changed = false }: Options): (setting: ShownSetting) => boolean {
  return ({ key, origin }) =>
    (module === undefined || key.startsWith(`modules.${module}.`)) &&
    (!changed || origin === 'file' || origin === 'environment');
}

async function refuseUnknown({ modules, failedPlugins }: DeclaredInstallation, name: string): Promise<void> {
  const names = [...modules, ...failedPlugins.map(({ module }) => ({ name: module }))].map((one) => one.name);
  if (names.includes(name)) return;
  const { nearest } = await import('../../hosting/internals.ts');
  const [near] = nearest(name, names, 1);
  throw new Error(
    `There is no module "${name}"${near === undefined ? `; the modules are ${names.join(', ')}.` : `; did you mean "${near}"?`}`,
  );
}

function printed({ key, value, origin, from = '', required, env }: ShownSetting): Record<string, string> {
  const hint = required ? ' (required)' : '';
  const unset = `${origin}${hint}${env === undefined ? '' : `, can be set by ${env}`}`;
  const where = { default: 'default', file: from, environment: `environment ${from}`, 'not set': unset }[origin];
  return { setting: key, value: value === undefined ? '' : textOf(value), from: where };
}

function textOf(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}
