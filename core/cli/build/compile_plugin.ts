import { readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Folders that a package does not need; `dist` is the build itself. */
const skippedFolders = new Set(['test', 'dist', 'node_modules', 'coverage']);
/** Files of the repository that are no part of the module. */
const ofRepository = /^(package(-lock)?|tsconfig.*)\.json$|\.(md|tgz)$|^LICEN[CS]E|^[\w-]+\.config\.\w+$/;

/**
 * Compiles modules into `dist/` of their root, with their manifests and all other files; tests stay out.
 * @param folders folders of the modules, relative to `root`; "" for a plugin in its own repository
 * @returns paths of the written files, relative to `root`
 * @throws Error at a syntax error, which names the file and the line; the former build then stays
 */
export async function compileModules(root: string, folders: readonly string[]): Promise<string[]> {
  const [{ compileFile }, { replaceFile }, { syntaxErrorText }] = await Promise.all([
    import('./compile_file.mjs'),
    import('./replace_file.mjs'),
    import('../../hosting/loader/syntax_error.mjs'),
  ]);
  const compile = (folder: string) => (file: string) => {
    const path = join(folder, file);
    try {
      // Files in `public/` run in browsers.
      return compileFile(join(root, path), join(root, 'dist', path), /^public[\\/]/.test(file));
    } catch (cause) {
      throw new Error(`Nothing was built: ${syntaxErrorText(cause, path)}. Correct the file.`, { cause });
    }
  };
  const files = folders.flatMap((folder) => filesOfModule(join(root, folder), '').flatMap(compile(folder)));
  for (const folder of folders) rmSync(join(root, 'dist', folder), { recursive: true, force: true });
  for (const [path, content] of files) replaceFile(path, content);
  return files.map(([path]) => relative(root, path));
}

function filesOfModule(folder: string, path: string): string[] {
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const below = join(path, entry.name);
    if (entry.name.startsWith('.') || /\.d\.m?ts$/.test(entry.name)) return [];
    if (entry.isDirectory())
      return skippedFolders.has(below) || entry.name === 'node_modules' ? [] : filesOfModule(folder, below);
    return entry.isFile() && !(path === '' && ofRepository.test(entry.name)) ? [below] : [];
  });
}
