import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../kernel/declare/config_schema.ts';
import type { StartRemark } from '../../kernel/routes/route.ts';
import { nearest } from '../../kernel/declare/similar_names.ts';

/** Returns a remark for each name in `plugins.disabled` without a folder in `plugins/` or `core/`. */
export function remarksOnDisabled(root: string, { plugins }: Config): StartRemark[] {
  const folder = join(root, 'plugins');
  const present = existsSync(folder) ? readdirSync(folder) : [];
  const unknown = plugins.disabled.filter((name) => !present.includes(name) && !existsSync(join(root, 'core', name)));
  return unknown.map((name) => {
    const [near] = nearest(name, present, 1);
    const fix = near === undefined ? 'remove the name' : `remove the name, or write "${near}"`;
    return { file: 'plugins.disabled', message: `there is no plugin "${name}"; ${fix}` };
  });
}
