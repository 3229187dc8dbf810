import { fileNamedIn } from '../../hosting/config/secret_files.ts';
import { isTree } from '../../kernel/base/tree.ts';

/** Keywords of the JSON Schema of a setting that the lists of settings read; `env` and `secret` are Lectern's own. */
export interface SettingSchema {
  readonly type?: string | readonly string[];
  readonly env?: string;
  readonly secret?: boolean;
  readonly description?: string;
  readonly default?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SettingSchema>>;
  readonly additionalProperties?: SettingSchema | boolean;
  readonly patternProperties?: Readonly<Record<string, SettingSchema>>;
  readonly items?: SettingSchema;
}

/** A setting that a schema declares, configured or not. */
export interface Setting {
  readonly path: readonly string[];
  readonly schema: SettingSchema;
  /** Whether the schema requires a value and has no default. */
  readonly required: boolean;
  readonly value: unknown;
}

/** Lists the settings that a schema declares, and configured keys that the schema does not name. */
export function settingsIn(schema: SettingSchema, values: unknown, path: readonly string[] = []): Setting[] {
  const { properties = {}, required = [] } = schema;
  const given = isTree(values) ? values : {};
  const names = new Set([...Object.keys(properties), ...Object.keys(given)]);
  return [...names].flatMap((name) => {
    const below = properties[name] ?? schemaOfFree(schema);
    const here = [...path, name];
    if (hasSettings(below, given[name])) return settingsIn(below, given[name], here);
    const isNeeded = required.includes(name) && below.default === undefined;
    return [{ path: here, schema: below, required: isNeeded, value: given[name] }];
  });
}

/** Schema of keys that `properties` does not name: the first of `patternProperties`, else `additionalProperties`. */
function schemaOfFree({ additionalProperties, patternProperties = {} }: SettingSchema): SettingSchema {
  const [pattern] = Object.values(patternProperties);
  return pattern ?? (typeof additionalProperties === 'object' ? additionalProperties : {});
}

/** Whether a setting is an object that is listed key by key. An object that names a secret file is one setting. */
function hasSettings({ properties }: SettingSchema, value: unknown): boolean {
  if (fileNamedIn(value) !== undefined) return false;
  return properties !== undefined || (isTree(value) && Object.keys(value).length > 0);
}
