import { loadConfig } from '../../hosting/internals.ts';
import type { BootOptions } from '../../cli/index.ts';

/**
 * Plugins and optional modules of core that the configuration disables. With an `env` that holds only NODE_ENV, only the
 * configuration files apply.
 */
export function disabledNames({ root, env }: Pick<BootOptions, 'root' | 'env'>): readonly string[] {
  return loadConfig({ root, env, overrides: {} }).config.plugins.disabled;
}
