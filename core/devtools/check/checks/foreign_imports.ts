import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { codeFilesIn } from '../../../cli/index.ts';
import { warned, type CheckFinding } from '../check.ts';
import type { Subject } from '../subject.ts';
import { shown } from '../target.ts';

const imported = /\bfrom\s*(['"])(\.[^'"]*)\1|\bimport\s*\(?\s*(['"])(\.[^'"]*)\3/g;

/**
 * Findings for imports by paths that leave the folder of a plugin. `custom` may extend the classes of other modules.
 */
export function foreignImports({ target }: Subject): CheckFinding[] {
  if (target.layer === 'custom') return [];
  return codeFilesIn(target.folder).flatMap((path) =>
    pathsIn(readFileSync(path, 'utf8'))
      .filter((given) => relative(target.folder, join(dirname(path), given)).startsWith(`..${sep}`))
      .map((given) =>
        warned(
          shown(target, relative(target.folder, path)),
          `it imports "${given}", which is not in the folder of the plugin, so the plugin only runs beside that file`,
          'import from "lectern" or "lectern/core"; an override calls original(), see docs/plugins/overriding.md',
        ),
      ),
  );
}

function pathsIn(text: string): string[] {
  return Array.from(text.matchAll(imported), ([, , from, , called]) => from ?? called ?? '');
}
