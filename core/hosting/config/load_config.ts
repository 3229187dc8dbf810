import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Environment } from '../../kernel/declare/services.ts';
import { corsProblems } from './cors_origins.ts';
import { readEnvironment } from './environment.ts';
import type { Config } from '../../kernel/base/config_schema.ts';
import { configSchema } from './schema.ts';
import { readFilesIn, type ConfigSurroundings } from './secret_files.ts';
import { merge, readTree } from './config_file.ts';
import type { Tree } from '../../kernel/base/tree.ts';
import { publicUrlProblems } from './public_url.ts';
import { problemsOf, sectionSchema } from './check_schema.ts';
import type { StartRemark } from '../../kernel/routes/route.ts';
import { findFolders, folderInCore } from '../../kernel/modules/layers.ts';
import type { Section } from '../../kernel/modules/load_module.ts';
import { nearest } from '../../kernel/base/similar_names.ts';

export interface ConfigSources extends ConfigSurroundings {
  readonly root: string;
  /** Overrides everything else, environment variables included. */
  readonly overrides: object;
}

export interface LoadedConfig {
  readonly config: Config;
  readonly environment: Environment;
}

/**
 * Reads the configuration: `config/default.json`, `config/<environment>.json`, `config/local.json`, the file in
 * `CONFIG_FILE`, then the environment variables that the schema names. A variable `NAME_FILE` names a file with the
 * value of `NAME`. Sections of modules are validated when the modules are loaded.
 * @throws Error for a wrong `NODE_ENV`, a file that cannot be read, an unknown key, or a wrong value
 */
export function loadConfig({ root, env, overrides, remark }: ConfigSources): LoadedConfig {
  const environment = environmentOf(env['NODE_ENV'] || 'development');
  const files = configFiles(root, env);
  const { modules, ...own } = files.map(readTree).reduce(merge, {});
  const read = readFilesIn(own, { env, remark });
  const written = modules === undefined ? read.value : { ...read.value, modules };
  const ofVariables = readEnvironment(configSchema, written, { env, remark });
  const tree = merge(written, overrides as Tree);
  const problems = [
    ...read.problems,
    ...ofVariables,
    ...problemsOf(configSchema, tree, env),
    ...corsProblems(tree),
    ...publicUrlProblems(tree),
  ];
  if (problems.length > 0) {
    const names = [...files.map((file) => relative(root, file)), 'environment variables'];
    if (Object.keys(overrides).length > 0) names.push('config of createKernel');
    throw new Error(`Configuration (${names.join(', ')}): ${problems.join('; ')}.`);
  }
  // oxlint-disable-next-line lectern/no-cast-by-unknown -- validated as a Config above
  return { config: tree as unknown as Config, environment };
}

/** Adds secret files, environment variables, overrides and defaults to the section of a module, and validates it. */
export function loadSection(
  schema: object,
  written: Tree,
  { overrides, ...from }: Omit<ConfigSources, 'root'>,
): Section {
  const strict = sectionSchema(schema);
  const { value: tree, problems } = readFilesIn(written, from);
  const ofVariables = readEnvironment(strict, tree, from);
  const section = merge(tree, overrides as Tree);
  return { section, problems: [...problems, ...ofVariables, ...problemsOf(strict, section, from.env)] };
}

/** Paths of the configuration files; later files override earlier ones. @throws Error for a wrong `NODE_ENV` */
export function configFiles(root: string, env: NodeJS.ProcessEnv): string[] {
  const environment = environmentOf(env['NODE_ENV'] || 'development');
  // `config/local.json` contains changes made by commands; tests ignore the file.
  const names = ['default', environment, ...(environment === 'test' ? [] : ['local'])];
  const files = names.map((name) => join(root, 'config', `${name}.json`)).filter(existsSync);
  return env['CONFIG_FILE'] ? [...files, env['CONFIG_FILE']] : files;
}

function environmentOf(name: string): Environment {
  if (name === 'development' || name === 'test' || name === 'production') return name;
  throw new Error(`NODE_ENV is "${name}"; set it to development, test or production.`);
}

/** Returns a remark for each name in `plugins.disabled` without a folder in `plugins/` or `core/`. */
export function remarksOnDisabled(root: string, { plugins }: Config): StartRemark[] {
  const folder = join(root, 'plugins');
  const packaged = findFolders({ root }).folders.flatMap((one) => (one.layer === 'plugins' ? one.name : []));
  const present = [...(existsSync(folder) ? readdirSync(folder) : []), ...packaged];
  const unknown = plugins.disabled.filter((name) => !present.includes(name) && !folderInCore(root, name));
  return unknown.map((name) => {
    const [near] = nearest(name, present, 1);
    const fix = near === undefined ? 'remove the name' : `remove the name, or write "${near}"`;
    return { file: 'plugins.disabled', message: `there is no plugin "${name}"; ${fix}` };
  });
}
