import { relative } from 'node:path';
import { readTree } from '../../hosting/config/config_file.ts';
import { fileVariable } from '../../hosting/config/environment.ts';
import { configFiles } from '../../hosting/config/load_config.ts';
import { configSchema } from '../../hosting/config/schema.ts';
import { fileNamedIn } from '../../hosting/config/secret_files.ts';
import { isTree } from '../../kernel/base/tree.ts';
import type { DeclaredInstallation, InstalledModule } from '../installation/read_installation.ts';
import { hidden, hideSecrets } from './hide_secrets.ts';
import { settingsIn, type Setting, type SettingSchema } from './settings_in.ts';

/** A setting in force, with secrets removed. */
export interface ShownSetting {
  /** Path of the setting: `http.port`, `modules.database.dataDir`. */
  readonly key: string;
  /** Undefined if neither a value nor a default exists. */
  readonly value: unknown;
  readonly origin: 'default' | 'file' | 'environment' | 'not set';
  /** Name of the file or variable; absent for a default, and for a setting without a value. */
  readonly from?: string;
  readonly secret: boolean;
  readonly required: boolean;
  /** Environment variable that can set this setting. */
  readonly env?: string;
  readonly description?: string;
}

interface Sources {
  readonly env: NodeJS.ProcessEnv;
  /** The last file takes precedence. */
  readonly files: readonly { readonly name: string; readonly tree: unknown }[];
}

/** Configuration and modules, of a running kernel or as the files say. */
export interface Configured {
  readonly config: DeclaredInstallation['config'];
  readonly modules: readonly Pick<InstalledModule, 'name' | 'manifest' | 'settings'>[];
}

/** Every setting of an installation, with its origin. */
export function settingsOf(
  configured: Configured,
  { root, env }: { root: string; env: NodeJS.ProcessEnv },
): ShownSetting[] {
  const files = configFiles(root, env).map((file) => ({ name: relative(root, file), tree: readTree(file) }));
  const sources = { env, files };
  return valuesOf(configured).map((setting) => shown(setting, sources));
}

function valuesOf({ config: { modules: _sections, ...own }, modules }: Configured): Setting[] {
  const { modules: _schema, ...properties } = configSchema.properties;
  const schema = { ...configSchema, properties } as SettingSchema;
  const ofModules = modules.flatMap(({ name, manifest, settings }) =>
    settingsIn(manifest.config ?? {}, settings, ['modules', name]),
  );
  return [...settingsIn(schema, own), ...ofModules];
}

function shown({ path, schema, required, value }: Setting, sources: Sources): ShownSetting {
  const { env, secret = false, description } = schema;
  const { isOfFile, ...origin } = originOf({ path, value, env }, sources);
  return {
    key: path.join('.'),
    // A value from a separate file is hidden, because such files hold secrets.
    value: isOfFile ? hidden : hideSecrets(value, schema),
    ...origin,
    secret,
    required,
    ...(env !== undefined && { env }),
    ...(description !== undefined && { description }),
  };
}

/** Uses the precedence of the start: variables over files, the last file over the others. */
function originOf(
  { path, value, env }: Pick<Setting, 'path' | 'value'> & { readonly env: string | undefined },
  sources: Sources,
): Pick<ShownSetting, 'origin' | 'from'> & { readonly isOfFile: boolean } {
  const variable = [env, env && fileVariable(env)].find((name) => name && (sources.env[name] ?? '') !== '');
  if (variable) return { origin: 'environment', from: variable, isOfFile: variable !== env };
  const file = sources.files.findLast(({ tree }) => valueAt(tree, path) !== undefined);
  if (!file) return { origin: value === undefined ? 'not set' : 'default', isOfFile: false };
  const secret = fileNamedIn(valueAt(file.tree, path));
  if (secret === undefined) return { origin: 'file', from: file.name, isOfFile: false };
  return { origin: 'file', from: `${file.name}, which names ${secret}`, isOfFile: true };
}

function valueAt(tree: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((below, name) => (isTree(below) ? below[name] : undefined), tree);
}
