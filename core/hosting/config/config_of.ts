import type { Config } from '../../kernel/base/config_schema.ts';

/** Loads the configuration. Imports the validation of JSON Schema only when called. @throws like `loadConfig` */
export async function configOf({ root, env }: { root: string; env: NodeJS.ProcessEnv }): Promise<Config> {
  const { loadConfig } = await import('./load_config.ts');
  return loadConfig({ root, env, overrides: {} }).config;
}
