import { isTree } from '../../kernel/base/tree.ts';
import type { SettingSchema } from './settings_in.ts';

export const hidden = '(hidden)';

// Credentials before the host of a URL: `name:password@`.
const credentials = /^([a-z][a-z0-9+.-]*:\/\/)[^/@\s]*@/i;

/**
 * Replaces values that `properties` or `items` of the schema mark as secret, and credentials in URLs, by `(hidden)`.
 */
export function hideSecrets(value: unknown, schema: SettingSchema = {}): unknown {
  if (value === undefined) return undefined;
  if (schema.secret === true) return hidden;
  if (typeof value === 'string') return value.replace(credentials, `$1${hidden}@`);
  if (Array.isArray(value)) return value.map((item) => hideSecrets(item, schema.items));
  if (!isTree(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, hideSecrets(one, schema.properties?.[name])]),
  );
}
