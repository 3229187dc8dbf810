import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ModuleFolder } from './layers.ts';
import { readOwnFile } from './own_file.ts';

const declaration = /(?:@resource|defineResource)\(\s*(['"`])(\/me\/[^'"`]*)\1/g;

/**
 * Finds addresses below `/me` in the source text of a plugin that failed to load. Only these need a search: all others
 * begin with the name of the plugin, or its manifest lists them.
 */
export function writtenAddresses({ folder }: Pick<ModuleFolder, 'folder'>): string[] {
  try {
    return namesIn(join(folder, 'resources')).flatMap((name) =>
      Array.from(readOwnFile(folder, join('resources', name)).matchAll(declaration), ([, , address = '']) => address),
    );
  } catch {
    // Unreadable files have been reported already.
    return [];
  }
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => /\.(ts|mts|js|mjs|cjs)$/.test(name)) : [];
}
