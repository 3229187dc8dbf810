import { readdirSync, type Dirent } from 'node:fs';
import { join, relative } from 'node:path';
import type { ModuleFolder } from '../../kernel/modules/layers.ts';
import type { LoadedModule } from '../../kernel/modules/load_module.ts';
import { manifestFile } from '../../kernel/modules/manifest.ts';
import type { StartRemark } from '../../kernel/routes/route.ts';
import { isMisspelt } from '../../kernel/base/similar_names.ts';

/** Folders and files that are looked for by their names in the folder of a module. */
const loaded = {
  folders: ['resources', 'subscribers', 'migrations', 'commands', 'public'],
  files: ['services', 'demo', 'examples'],
};

/** Remarks on folders and files whose names are almost those of a folder or file that the module lacks. */
export function remarksOnFiles(folders: readonly Pick<ModuleFolder, 'folder'>[], root: string): StartRemark[] {
  return folders.flatMap(({ folder }) => {
    const entries = entriesOf(folder);
    const present = entries.map(({ name }) => stemOf(name));
    return entries.flatMap((entry) => {
      const [stem, known] = [stemOf(entry.name), entry.isDirectory() ? loaded.folders : loaded.files];
      const right = known.find((one) => isMisspelt(stem, one) && !present.includes(one));
      if (right === undefined) return [];
      const message = `nothing loads "${entry.name}"; rename it to "${entry.name.replace(stem, right)}"`;
      return [{ file: relative(root, join(folder, entry.name)), message }];
    });
  });
}

/** Entries of the folder of a module; [] for a folder that cannot be read, as of a failed plugin. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function stemOf(file: string): string {
  return file.replace(/\.\w+$/, '');
}

/** Remarks on roles whose names are almost those of roles of earlier modules. */
export function remarksOnRoles(modules: readonly LoadedModule[]): StartRemark[] {
  return modules.flatMap((module, index) => {
    const known = modules.slice(0, index).flatMap(rolesOf);
    return rolesOf(module).flatMap((role) => {
      const right = known.includes(role) ? undefined : known.find((one) => isMisspelt(role, one));
      if (right === undefined) return [];
      const message = `"roles" declares the new role "${role}"; write "${right}" if that role is meant`;
      return [{ file: manifestFile(module), message }];
    });
  });
}

function rolesOf({ manifest }: LoadedModule): string[] {
  return Object.keys(manifest.roles ?? {});
}
