import { existsSync, readdirSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { kernelVersion } from '../../../hosting/internals.ts';
import { lecternFolder } from '../../check/installed_program.ts';
import type { NewFiles } from '../files.ts';
import { filesOfPlugin } from '../plugin/files_of_plugin.ts';
import { refuseCore } from '../plugin/new_plugin.ts';
import { namesOf } from '../plugin/names.ts';
import { packageFile } from './package_file.ts';
import { callers, changelog, gitHub, gitIgnore, gitLab, lint, publishing, tsconfig } from './texts.ts';

export interface RepositoryTerms {
  /** Installation whose core names the plugin must not have. */
  readonly root: string;
  readonly name: string;
  /** Folder to write; default: one with the name of the package in the current folder. */
  readonly folder?: string | undefined;
  /** Whether the plugin uses the platform, such as its users. */
  readonly platform: boolean;
}

/** A new repository: its folder, the files to write there, and the commands to run next. */
export interface NewRepository {
  readonly folder: string;
  readonly files: NewFiles;
  readonly next: string[];
}

/**
 * Returns the files of a repository with one plugin, which is tested, checked and published as a package.
 * @throws Error when the name is invalid or taken, or the folder is not empty
 */
export function newRepository({ root, name, folder: given, platform }: RepositoryTerms): NewRepository {
  const names = namesOf(name);
  refuseCore(root, name);
  const packageName = `lectern-plugin-${name.replaceAll('_', '-')}`;
  const folder = resolve(given ?? packageName);
  if (existsSync(folder) && readdirSync(folder).some((entry) => entry !== '.git'))
    throw new Error(`Nothing was written, because ${folder} is not empty; name another folder.`);
  const own = {
    'package.json': packageFile({ packageName, platform }),
    'tsconfig.json': tsconfig(lecternFolder),
    '.oxlintrc.json': lint,
    '.gitignore': gitIgnore,
    '.github/workflows/test.yml': gitHub,
    '.gitlab-ci.yml': gitLab,
    'CHANGELOG.md': changelog,
    ...(!platform && callers(kernelVersion)),
  };
  const commands = ['npm install', 'npm test', 'npm run check', 'npm run dev'];
  const ofPlugin = filesOfPlugin(root, names, { commands, platform });
  const files = { ...ofPlugin, ...own, 'README.md': `${ofPlugin['README.md'] ?? ''}${publishing(packageName)}` };
  return { folder, files, next: [`cd ${relative('', folder) || '.'}`, ...commands] };
}
