import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Environment } from '../services.ts';
import { configSchema, type Config } from './schema.ts';
import { isTree, merge, type Tree } from './tree.ts';
import { problemsOf, readEnvironment } from './validate.ts';

/** Where the configuration of one start comes from. */
export interface ConfigSources {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Laid over everything else, environment variables included. */
  readonly overrides: object;
}

export interface LoadedConfig {
  readonly config: Config;
  readonly environment: Environment;
}

/**
 * Reads the configuration once: `config/default.json`, `config/<environment>.json`, the file named by `CONFIG_FILE`,
 * the environment variables that the schema names. The sections of modules are checked when the modules are read.
 * @throws Error naming the key and the files when a key is unknown or a value is wrong
 */
export function loadConfig({ root, env, overrides }: ConfigSources): LoadedConfig {
  const environment = environmentOf(env['NODE_ENV'] || 'development');
  const files = ['default', environment].map((name) => join(root, 'config', `${name}.json`)).filter(existsSync);
  if (env['CONFIG_FILE']) files.push(env['CONFIG_FILE']);
  const written = files.map(readTree).reduce(merge, {});
  readEnvironment(configSchema, written, env);
  const tree = merge(written, overrides as Tree);
  const problems = problemsOf(configSchema, tree);
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
  { env, overrides }: Pick<ConfigSources, 'env' | 'overrides'>,
): { section: Tree; problems: readonly string[] } {
  const strict = { type: 'object', additionalProperties: false, ...schema };
  const tree = structuredClone(written);
  readEnvironment(strict, tree, env);
  const section = merge(tree, overrides as Tree);
  return { section, problems: problemsOf(strict, section) };
}

function environmentOf(name: string): Environment {
  if (name === 'development' || name === 'test' || name === 'production') return name;
  throw new Error(`NODE_ENV is "${name}"; set it to development, test or production.`);
}

function readTree(file: string): Tree {
  let tree: unknown;
  try {
    tree = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    // Without the piece of the file that a parser quotes, which may hold a secret; the cause would quote it, too.
    const reason = (error as Error).message.replace(/, [^]* is not valid JSON$/, '');
    // eslint-disable-next-line preserve-caught-error -- see above
    throw new Error(`Configuration file ${file} cannot be read: ${reason}`);
  }
  if (isTree(tree)) return tree;
  throw new Error(`Configuration file ${file} holds no JSON object; write {} around what it says.`);
}
