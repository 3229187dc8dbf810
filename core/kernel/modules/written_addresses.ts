import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ModuleFolder } from './layers.ts';
import { readOwnFile } from './own_file.ts';

const declaration = /(?:@resource|defineResource)\(\s*(['"`])(\/me\/[^'"`]*)\1/g;

/**
 * Addresses below `/me` that stand in the resources of a plugin whose files cannot be run; whose they are cannot be told
 * by themselves. All others begin with the plugin's name, or its manifest names them.
 */
export function writtenAddresses({ folder }: Pick<ModuleFolder, 'folder'>): string[] {
  try {
    return namesIn(join(folder, 'resources')).flatMap((name) =>
      Array.from(readOwnFile(folder, join('resources', name)).matchAll(declaration), ([, , address = '']) => address),
    );
  } catch {
    // What cannot even be read has been reported already.
    return [];
  }
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => /\.(ts|mts|js|mjs|cjs)$/.test(name)) : [];
}
