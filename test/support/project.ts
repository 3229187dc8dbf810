import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { shortLived } from './engine_flags.mjs';
import { Installation, type Files } from './installation.ts';
import { projectRoot } from './platform.ts';

/** Output and exit code of a command. */
export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A copy of this project without plugins and overrides, for tests of the command line. */
export class Project extends Installation {
  constructor(files: Files = {}) {
    super();
    for (const path of ['core', 'config', 'package.json', 'tsconfig.json']) {
      cpSync(join(projectRoot, path), join(this.root, path), { recursive: true });
    }
    symlinkSync(join(projectRoot, 'node_modules'), join(this.root, 'node_modules'), 'junction');
    this.write(files);
  }

  /** Compiles the copy. */
  build(): void {
    for (const program of ['core/cli/build/bundle.mjs', 'core/cli/build/compile_modules.mjs']) {
      const { status, stderr } = this.node(program);
      if (status !== 0) throw new Error(stderr);
    }
  }

  /** Runs the `lectern` command from the sources. */
  lectern(...args: string[]): Outcome {
    return this.node(...shortLived, '--import', './core/hosting/loader/from_source.mjs', 'core/cli/main.ts', ...args);
  }

  /**
   * Copies the build of this project, which `npm test` has made, and the cached image of an empty database, from which
   * every embedded database starts.
   */
  copyBuild(): void {
    this.copy(join(projectRoot, 'dist'), 'dist');
    const filter = (path: string) => /\.cache$|\/pglite-[^/]*$/.test(path);
    const cache = join(projectRoot, '.cache');
    if (existsSync(cache)) cpSync(cache, join(this.root, '.cache'), { recursive: true, filter });
  }

  /** Runs the built command `lectern`, as users do. */
  builtLectern(...args: string[]): Outcome {
    return this.node(...shortLived, 'dist/core/cli/main.js', ...args);
  }

  node(...args: string[]): Outcome {
    const env = { PATH: process.env['PATH'], NODE_ENV: 'test', LOG_LEVEL: 'info', DATA_DIR: 'memory' };
    return spawnSync(process.execPath, args, { cwd: this.root, encoding: 'utf8', env });
  }
}
