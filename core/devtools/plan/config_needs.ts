import { relative } from 'node:path';
import { fileVariable, isTree, loadConfig, type ModuleView, configFiles, readTree } from '../../hosting/internals.ts';
import { type BootOptions, hideSecrets, type Setting, settingsIn } from '../../cli/index.ts';

/** Lists the settings of a module, and whether this installation sets them. Configured values are not listed. */
export function configNeeds({ root, env }: BootOptions, { name, manifest }: Pick<ModuleView, 'name' | 'manifest'>) {
  const { modules } = loadConfig({ root, env, overrides: {} }).config;
  const settings = settingsIn(manifest.config ?? {}, modules[name] ?? {}, ['modules', name]);
  return settings.map((setting) => needOf(setting, env));
}

function needOf({ path, schema, required, value }: Setting, variables: NodeJS.ProcessEnv) {
  const { env, secret = false, description = '' } = schema;
  const isInEnvironment = env !== undefined && [env, fileVariable(env)].some((name) => (variables[name] ?? '') !== '');
  return {
    key: path.join('.'),
    ...(env !== undefined && { env }),
    secret,
    description,
    ...(schema.default !== undefined && { default: hideSecrets(schema.default, schema) }),
    required,
    set: value !== undefined || isInEnvironment,
  };
}

/** Problem of a configuration that still has the section of a removed plugin. */
export function leftInConfig(boot: BootOptions, plugin: string): string[] {
  const { modules } = loadConfig({ root: boot.root, env: boot.env, overrides: {} }).config;
  if (!(plugin in modules)) return [];
  return [`the section modules.${plugin} of ${filesWith(boot, plugin)} would stop the start; remove the section`];
}

function filesWith({ root, env }: BootOptions, plugin: string): string {
  const isIn = ({ modules }: ReturnType<typeof readTree>) => isTree(modules) && plugin in modules;
  return configFiles(root, env)
    .filter((file) => isIn(readTree(file)))
    .map((file) => relative(root, file))
    .join(', ');
}
