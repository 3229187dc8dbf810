import { isDeepStrictEqual } from 'node:util';
import { changeLocalConfig, loadConfig, localConfigFile, nearest, type Kernel } from '../../hosting/internals.ts';
import { type BootOptions, modulesOnDisk, quietKernel, switchableModules } from '../../cli/index.ts';

/** Result of enabling or disabling a plugin, and its consequences. */
export interface Switched {
  readonly plugin: string;
  readonly state: 'enabled' | 'disabled';
  /** Whether the configuration was changed. */
  readonly changed: boolean;
  readonly warnings: readonly string[];
}

/**
 * Disables a plugin from the next start on. Its tables stay.
 * @param running kernel of the installation, if it runs; default: a new one
 * @throws Error when the plugin does not exist, with NODE_ENV=test, or when a variable overrides the changed file
 */
export async function disablePlugin(boot: BootOptions, name: string, running?: Kernel): Promise<Switched> {
  refuseUnknown(boot.root, name, []);
  if (disabledNames(boot).includes(name)) return { plugin: name, state: 'disabled', changed: false, warnings: [] };
  const warnings = await affectedBy(boot, name, running);
  const copied = write(boot, (names) => [...names, name]);
  if (!disabledNames(boot).includes(name)) throw overruled(name, 'enabled');
  return { plugin: name, state: 'disabled', changed: true, warnings: [...warnings, ...copied] };
}

/** Warnings about the next start without a plugin: modules that require the plugin, routes that override its routes. */
export async function affectedBy(boot: BootOptions, name: string, running?: Kernel): Promise<readonly string[]> {
  return [...dependents(boot, name), ...(await overridesOf(name, running ?? boot))];
}

/** Enables a plugin from the next start on. @throws Error as `disablePlugin` does */
export function enablePlugin(boot: BootOptions, name: string): Switched {
  const before = disabledNames(boot);
  refuseUnknown(boot.root, name, before);
  const warnings = requirements(boot, name);
  if (!before.includes(name)) return { plugin: name, state: 'enabled', changed: false, warnings };
  const copied = write(boot, (names) => names.filter((one) => one !== name));
  if (disabledNames(boot).includes(name)) throw overruled(name, 'disabled');
  return { plugin: name, state: 'enabled', changed: true, warnings: [...warnings, ...copied] };
}

/**
 * Plugins and optional modules of core that the configuration disables. With an `env` that holds only NODE_ENV, only the
 * configuration files apply.
 */
export function disabledNames({ root, env }: Pick<BootOptions, 'root' | 'env'>): readonly string[] {
  return loadConfig({ root, env, overrides: {} }).config.plugins.disabled;
}

/** @throws Error with similar names when the installation has no plugin of that name */
export function refuseUnknown(root: string, name: string, alsoKnown: readonly string[]): void {
  const known = [...switchableModules(root).map((plugin) => plugin.name), ...alsoKnown];
  if (known.includes(name)) return;
  if (modulesOnDisk(root).some((module) => module.name === name))
    throw new Error(
      `"${name}" is not a plugin but a required part of the installation; list the plugins with: lectern plugin list`,
    );
  const near = nearest(name, known);
  const hint = near.length > 0 ? `; is ${near.join(' or ')} meant?` : '.';
  throw new Error(`There is no plugin "${name}"${hint} List the plugins with: lectern plugin list`);
}

/**
 * Writes the disabled plugins to `config/local.json`. The list replaces the lists of earlier files, so it repeats their
 * entries. The list is left out if the earlier files disable the same plugins.
 * @returns a warning when the file had no list, and now repeats the entries of other files
 */
function write(boot: BootOptions, change: (names: readonly string[]) => readonly string[]): string[] {
  const { NODE_ENV } = boot.env;
  // Tests do not read `config/local.json`, so the change would have no effect.
  if (NODE_ENV === 'test')
    throw new Error(
      `With NODE_ENV=test, ${localConfigFile} is not read; edit plugins.disabled in config/test.json, or DISABLED_PLUGINS.`,
    );
  const before = disabledNames({ root: boot.root, env: { NODE_ENV } });
  const names = change(before);
  let warnings: string[] = [];
  const written = (local: object, inherited: object) => {
    const { disabled: previous, ...plugins } = pluginsIn(local);
    const isSame = isDeepStrictEqual([...names].sort(), [...(pluginsIn(inherited).disabled ?? [])].sort());
    warnings = !isSame && previous === undefined && before.length > 0 ? [copied(before)] : [];
    return { ...local, plugins: isSame ? plugins : { ...plugins, disabled: names } };
  };
  changeLocalConfig(boot.root, written, { NODE_ENV });
  return warnings;
}

/** Section `plugins` of a configuration file. */
function pluginsIn(content: { readonly plugins?: unknown }): { readonly disabled?: readonly string[] } {
  return content.plugins ?? {};
}

function copied(names: readonly string[]): string {
  return (
    `other files of the configuration disable ${names.join(', ')}; the list in ${localConfigFile} replaces theirs ` +
    'in every environment, until plugins.disabled is removed from it'
  );
}

function overruled(name: string, state: string): Error {
  const reason = 'CONFIG_FILE or DISABLED_PLUGINS overrides that file; change the list there';
  return new Error(`${localConfigFile} is written, but ${name} stays ${state}: ${reason}.`);
}

/** Returns a warning for each enabled module that requires the plugin. */
export function dependents(boot: BootOptions, name: string): string[] {
  const off = disabledNames(boot);
  const needing = modulesOnDisk(boot.root).filter(
    (module) => module.requires.includes(name) && !off.includes(module.name),
  );
  return needing.map((module) =>
    module.layer === 'custom'
      ? `custom requires ${name}: the next start fails, until custom/module.json and its code no longer need it`
      : `${module.name} requires ${name}: it fails at the next start, unless it is disabled, too`,
  );
}

/** Warnings for routes of other modules that override a route of the plugin; empty if no kernel can be created. */
async function overridesOf(name: string, of: Kernel | BootOptions): Promise<string[]> {
  try {
    const { routes } = 'routes' in of ? of : await quietKernel(of);
    const over = routes.filter(
      ({ module, overridden }) => module !== name && overridden.some((one) => one.module === name),
    );
    return over.map(
      ({ file, methods, address }) =>
        `${file} overrides ${methods[0] ?? ''} ${address} of ${name}: check whether the override works without the plugin`,
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
    if (off.includes(one))
      return [
        `${name} requires ${one}, which is disabled; enable it in the console or with: lectern plugin enable ${one}`,
      ];
    return modules.some((module) => module.name === one)
      ? []
      : [`${name} requires ${one}, which is not installed: put its folder into plugins/`];
  });
}
