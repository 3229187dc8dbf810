import { relative } from 'node:path';
import { configFiles, loadConfig, readTree } from '../../hosting/internals.ts';
import { type BootOptions, isValues } from '../../cli/index.ts';

/**
 * Problems of a configuration that still names a removed plugin: by its section, or by its routes.
 * @param remarks remarks of the dry run, which name the routes in the configuration
 */
export function leftInConfig(boot: BootOptions, plugin: string, remarks: readonly string[]): string[] {
  const { modules } = loadConfig({ root: boot.root, env: boot.env, overrides: {} }).config;
  const isNamed = `applies once the plugin "${plugin}" runs`;
  return [
    ...(plugin in modules
      ? [`the section modules.${plugin} of ${filesWith(boot, plugin)} would stop the start; remove the section`]
      : []),
    ...remarks
      .filter((one) => one.includes(isNamed))
      .map(() => `"routes" of the configuration names a route of the plugin; remove that entry`),
  ];
}

function filesWith({ root, env }: BootOptions, plugin: string): string {
  const isIn = (tree: unknown) => isValues(tree) && isValues(tree['modules']) && plugin in tree['modules'];
  return configFiles(root, env)
    .filter((file) => isIn(readTree(file)))
    .map((file) => relative(root, file))
    .join(', ');
}
