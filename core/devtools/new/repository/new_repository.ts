import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { kernelVersion, packageFile } from '../../../hosting/internals.ts';
import { compilerOptions, json, newProject, toolVersions, type Made } from '../files.ts';
import { filesOfPlugin, refuseCore } from '../plugin/new_plugin.ts';
import { namesOf } from '../plugin/names.ts';
import { callers, publishing, workflows } from './texts.ts';

export interface RepositoryTerms {
  /** Installation whose core names the plugin must not have. */
  readonly root: string;
  readonly name: string;
  /** Folder to write; default: one with the name of the package in the current folder. */
  readonly folder?: string | undefined;
  /** Whether the plugin uses the platform, such as its users. */
  readonly platform: boolean;
}

/**
 * Returns the files of a repository with one plugin, which is tested, checked and published as a package.
 * @throws Error when the name is invalid or taken, or the folder is not empty
 */
export function newRepository({ root, name, folder, platform }: RepositoryTerms): Made {
  const names = namesOf(name);
  refuseCore(root, name);
  const packageName = `lectern-plugin-${name.replaceAll('_', '-')}`;
  const commands = ['npm install', 'npm test', 'npm run check', 'npm run dev'];
  const ofPlugin = filesOfPlugin(root, names, { commands, platform });
  const files = {
    ...ofPlugin,
    'README.md': `${ofPlugin['README.md'] ?? ''}${publishing(packageName)}`,
    'package.json': json(packageOf(packageName, platform)),
    'tsconfig.json': json({ compilerOptions, exclude: ['node_modules', 'dist', '.lectern'] }),
    '.oxlintrc.json': json({ ignorePatterns: ['dist/', '.lectern/'], categories: { correctness: 'error' } }),
    '.gitignore': 'node_modules/\ndist/\ndata/\n.data/\n.cache/\n.lectern/\n*.tgz\n',
    'CHANGELOG.md': '# Changelog\n\n## 0.1.0\n\n- First version.\n',
    ...workflows,
    ...(!platform && callers),
  };
  return newProject(resolve(folder ?? packageName), files, commands);
}

/** Content of `package.json`: peers are the packages of the host, which a plugin must not bring. */
function packageOf(name: string, platform: boolean): object {
  const { engines } = JSON.parse(readFileSync(packageFile, 'utf8')) as { readonly engines: object };
  const peers = ['lectern', '@lectern/infrastructure', ...(platform ? ['@lectern/platform'] : [])];
  const peersIn = (range: string) => Object.fromEntries(peers.map((peer) => [peer, range]));
  return {
    name,
    version: '0.1.0',
    description: 'Notes that users keep for themselves.',
    keywords: ['lectern-plugin'],
    license: 'UNLICENSED',
    type: 'module',
    lectern: { plugin: 'dist' },
    files: ['dist', 'CHANGELOG.md'],
    engines,
    scripts: {
      test: 'lectern test .',
      dev: `lectern dev --plugin .${platform ? '' : ' --plugin test/fixtures/callers'}`,
      check: 'lectern check .',
      types: 'lectern types .',
      lint: 'oxlint',
      build: 'lectern build',
      prepack: 'lectern build',
    },
    peerDependencies: peersIn(`^${kernelVersion}`),
    // The peers, too, in one version: tests of a published package do not change with the next release.
    devDependencies: { ...peersIn(kernelVersion), ...toolVersions('@types/chai', '@types/supertest', 'oxlint') },
  };
}
