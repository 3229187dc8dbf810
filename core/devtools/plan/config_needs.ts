import { fileVariable, loadConfig, type ModuleView } from '../../hosting/internals.ts';
import { type BootOptions, hideSecrets, type Setting, settingsIn } from '../../cli/index.ts';

/** A setting that a module declares, and whether this installation sets it. */
export interface ConfigNeed {
  readonly key: string;
  readonly env?: string;
  readonly secret: boolean;
  readonly description: string;
  readonly default?: unknown;
  /** Whether the manifest requires a value and has no default. */
  readonly required: boolean;
  readonly set: boolean;
}

/** Lists the settings of a module, and whether this installation sets them. Configured values are not listed. */
export function configNeeds(
  { root, env }: BootOptions,
  { name, manifest }: Pick<ModuleView, 'name' | 'manifest'>,
): ConfigNeed[] {
  const { modules } = loadConfig({ root, env, overrides: {} }).config;
  const settings = settingsIn(manifest.config ?? {}, modules[name] ?? {}, ['modules', name]);
  return settings.map((setting) => needOf(setting, env));
}

function needOf({ path, schema, required, value }: Setting, variables: NodeJS.ProcessEnv): ConfigNeed {
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
