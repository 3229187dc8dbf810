import { changeLocalConfig, localConfigFile, nearest } from 'lectern/host';
import type { BootOptions } from '../context.ts';
import { quietKernel } from '../quiet_kernel.ts';
import { disabledNames, modulesOnDisk, pluginsOnDisk } from './on_disk.ts';

/** What became of a plugin, and what follows from it. */
export interface Switched {
  readonly plugin: string;
  readonly state: 'enabled' | 'disabled';
  /** Whether anything had to be changed. */
  readonly changed: boolean;
  readonly warnings: readonly string[];
}

/** Keeps a plugin from being loaded from the next start on. Its tables stay. @throws Error when there is none */
export async function disablePlugin(boot: BootOptions, name: string): Promise<Switched> {
  refuseForTests(boot);
  refuseUnknown(boot.root, name, []);
  if (disabledNames(boot).includes(name)) return { plugin: name, state: 'disabled', changed: false, warnings: [] };
  const warnings = [...dependents(boot, name), ...(await overridesOf(boot, name))];
  write(boot, (names) => [...names, name]);
  if (!disabledNames(boot).includes(name)) throw overruled(name, 'enabled');
  return { plugin: name, state: 'disabled', changed: true, warnings };
}

/** Lets a plugin be loaded again from the next start on. @throws Error when there is none */
export function enablePlugin(boot: BootOptions, name: string): Switched {
  refuseForTests(boot);
  const before = disabledNames(boot);
  refuseUnknown(boot.root, name, before);
  const warnings = requirements(boot, name);
  if (!before.includes(name)) return { plugin: name, state: 'enabled', changed: false, warnings };
  write(boot, (names) => names.filter((one) => one !== name));
  if (disabledNames(boot).includes(name)) throw overruled(name, 'disabled');
  return { plugin: name, state: 'enabled', changed: true, warnings };
}

/** @throws Error naming the plugins that are spelled alike */
export function refuseUnknown(root: string, name: string, alsoKnown: readonly string[]): void {
  const known = [...pluginsOnDisk(root).map((plugin) => plugin.name), ...alsoKnown];
  if (known.includes(name)) return;
  if (modulesOnDisk(root).some((module) => module.name === name))
    throw new Error(`"${name}" is no plugin but belongs to the installation itself, which needs it.`);
  const near = nearest(name, known);
  const hint = near.length > 0 ? `; is ${near.join(' or ')} meant?` : '.';
  throw new Error(`There is no plugin "${name}"${hint} The plugins there are: lectern plugin list`);
}

/** The list in the file takes the place of the one in the files before it, so it begins with what they say. */
function write({ root, env }: BootOptions, change: (names: readonly string[]) => readonly string[]): void {
  const { NODE_ENV } = env;
  const names = change(disabledNames({ root, env: { NODE_ENV } }));
  changeLocalConfig(root, (written) => ({
    ...written,
    plugins: { ...(written['plugins'] as object | undefined), disabled: names },
  }));
}

/** What is written would count for nothing, and be made from what does not count either. */
function refuseForTests({ env }: BootOptions): void {
  if (env['NODE_ENV'] !== 'test') return;
  throw new Error(
    `NODE_ENV=test never reads ${localConfigFile}; name the plugins in config/test.json or DISABLED_PLUGINS.`,
  );
}

function overruled(name: string, state: string): Error {
  const reason = 'CONFIG_FILE or DISABLED_PLUGINS says otherwise; change it there';
  return new Error(`${localConfigFile} is written, but ${name} stays ${state}: ${reason}.`);
}

/** Modules that cannot start without it. */
export function dependents(boot: BootOptions, name: string): string[] {
  const off = disabledNames(boot);
  const needing = modulesOnDisk(boot.root).filter(
    (module) => module.requires.includes(name) && !off.includes(module.name),
  );
  return needing.map((module) =>
    module.layer === 'custom'
      ? `custom requires ${name}: the next start will stop, until custom/module.json and its code do without`
      : `${module.name} requires ${name}: it will be set aside at the next start`,
  );
}

/** Routes of others that override one of the plugin's; an installation that does not start says nothing here. */
async function overridesOf(boot: BootOptions, name: string): Promise<string[]> {
  try {
    const { routes } = await quietKernel(boot);
    const over = routes.filter(
      ({ module, overridden }) => module !== name && overridden.some((one) => one.module === name),
    );
    return over.map(
      ({ file, methods, address }) =>
        `${file} overrides ${methods[0] ?? ''} ${address} of ${name}: look whether it can do without`,
    );
  } catch {
    return [];
  }
}

function requirements(boot: BootOptions, name: string): string[] {
  const modules = modulesOnDisk(boot.root);
  const off = disabledNames(boot);
  const needed = modules.find((module) => module.layer === 'plugins' && module.name === name)?.requires ?? [];
  return needed.flatMap((one) => {
    if (off.includes(one)) return [`${name} requires ${one}, which is disabled: lectern plugin enable ${one}`];
    return modules.some((module) => module.name === one) ? [] : [`${name} requires ${one}, which is not there`];
  });
}
