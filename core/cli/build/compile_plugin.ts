import { readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Folders that a package does not need; `dist` is the build itself. */
const skippedFolders = new Set(['test', 'dist', 'node_modules', 'coverage']);
/** Files of the repository that are no part of the module. */
const ofRepository = /^(package(-lock)?|tsconfig.*)\.json$|\.(md|tgz)$|^LICEN[CS]E|^[\w-]+\.config\.\w+$/;

/**
 * Compiles the module in `folder` into `dist/`, with its manifest and all other files; tests stay out.
 * @returns paths of the written files, relative to `folder`
 * @throws Error at a syntax error, which names the file and the line; the former build then stays
 */
export async function compilePlugin(folder: string): Promise<string[]> {
  const [{ compileFile }, { replaceFile }, { syntaxErrorText }] = await Promise.all([
    import('./compile_file.mjs'),
    import('./replace_file.mjs'),
    import('../../hosting/loader/syntax_error.mjs'),
  ]);
  const files = filesOfModule(folder, '').flatMap((file) => {
    try {
      // Files in `public/` run in browsers.
      const [from, to] = [join(folder, file), join(folder, 'dist', file)];
      return compileFile(from, to, /^public[\\/]/.test(file));
    } catch (cause) {
      throw new Error(`Nothing was built: ${syntaxErrorText(cause, file)}. Correct the file.`, { cause });
    }
  });
  rmSync(join(folder, 'dist'), { recursive: true, force: true });
  for (const [path, content] of files) replaceFile(path, content);
  return files.map(([path]) => relative(folder, path));
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
