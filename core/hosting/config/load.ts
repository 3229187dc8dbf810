import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Environment } from '../../kernel/declare/services.ts';
import { corsProblems } from '../../kernel/declare/origin.ts';
import { readEnvironment } from './environment.ts';
import { configSchema, type Config } from '../../kernel/declare/config_schema.ts';
import { readFilesIn, type ConfigSurroundings } from './secret_files.ts';
import { readTree } from './read_tree.ts';
import { merge, type Tree } from '../../kernel/declare/tree.ts';
import { problemsOf, sectionSchema } from '../../kernel/modules/check_schema.ts';

/** Where the configuration of one start comes from. */
export interface ConfigSources extends ConfigSurroundings {
  readonly root: string;
  /** Laid over everything else, environment variables included. */
  readonly overrides: object;
}

export interface LoadedConfig {
  readonly config: Config;
  readonly environment: Environment;
}

/**
 * Reads the configuration once: `config/default.json`, `config/<environment>.json`, `config/local.json`, the file named
 * by `CONFIG_FILE`, the environment variables that the schema names, or the files that `NAME_FILE` names. The sections of modules are checked when the
 * modules are read.
 * @throws Error naming the key and the files when a key is unknown or a value is wrong
 */
export function loadConfig({ root, env, overrides, remark }: ConfigSources): LoadedConfig {
  const environment = environmentOf(env['NODE_ENV'] || 'development');
  const files = configFiles(root, env);
  const { modules, ...own } = files.map(readTree).reduce(merge, {});
  const read = readFilesIn(own, { env, remark });
  const written = modules === undefined ? read.value : { ...read.value, modules };
  const ofVariables = readEnvironment(configSchema, written, { env, remark });
  const tree = merge(written, overrides as Tree);
  const problems = [...read.problems, ...ofVariables, ...problemsOf(configSchema, tree), ...corsProblems(tree)];
  if (problems.length > 0) {
    const names = files.map((file) => relative(root, file)).join(', ');
    throw new Error(`Configuration (${names}, environment variables): ${problems.join('; ')}.`);
  }
  // eslint-disable-next-line no-restricted-syntax -- the check above has made a Config of it
  return { config: tree as unknown as Config, environment };
}

/** Checks and completes the section of one module. @returns it, and sentences about what is wrong with it */
export function loadSection(
  schema: object,
  written: Tree,
  { env, overrides, remark }: Pick<ConfigSources, 'env' | 'overrides' | 'remark'>,
): { section: Tree; problems: readonly string[] } {
  const strict = sectionSchema(schema);
  const { value: tree, problems } = readFilesIn(written, { env, remark });
  const ofVariables = readEnvironment(strict, tree, { env, remark });
  const section = merge(tree, overrides as Tree);
  return { section, problems: [...problems, ...ofVariables, ...problemsOf(strict, section)] };
}

/** The files that the configuration is read from, each over those before it. */
export function configFiles(root: string, env: NodeJS.ProcessEnv): string[] {
  const environment = environmentOf(env['NODE_ENV'] || 'development');
  // What commands have written counts for this installation, but not for its tests.
  const names = ['default', environment, ...(environment === 'test' ? [] : ['local'])];
  const files = names.map((name) => join(root, 'config', `${name}.json`)).filter(existsSync);
  return env['CONFIG_FILE'] ? [...files, env['CONFIG_FILE']] : files;
}

function environmentOf(name: string): Environment {
  if (name === 'development' || name === 'test' || name === 'production') return name;
  throw new Error(`NODE_ENV is "${name}"; set it to development, test or production.`);
}
