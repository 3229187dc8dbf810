import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModuleFolder } from './layers.ts';

const declaration = /(?:@resource|defineResource)\(\s*(['"`])(\/me\/[^'"`]*)\1/g;

/**
 * Addresses below `/me` that stand in the resources of a plugin whose files cannot be run; whose they are cannot be told
 * by themselves. All others begin with the plugin's name, or its manifest names them.
 */
export function writtenAddresses({ folder }: Pick<ModuleFolder, 'folder'>): string[] {
  try {
    return filesOf(join(folder, 'resources')).flatMap((file) =>
      Array.from(readFileSync(file, 'utf8').matchAll(declaration), ([, , address = '']) => address),
    );
  } catch {
    // What cannot even be read has been reported already.
    return [];
  }
}

function filesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /\.(ts|mts|js|mjs|cjs)$/.test(name))
    .map((name) => join(folder, name));
}
