import { spawnSync } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Installation, type Files } from './installation.ts';
import { projectRoot } from './platform.ts';

/** What a command printed and how it ended. */
export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A copy of this project without its plugins and overrides, for what can only be seen from the command line. */
export class Project extends Installation {
  constructor(files: Files = {}) {
    super();
    for (const path of ['core', 'config', 'package.json', 'tsconfig.json']) {
      cpSync(join(projectRoot, path), join(this.root, path), { recursive: true });
    }
    symlinkSync(join(projectRoot, 'node_modules'), join(this.root, 'node_modules'), 'junction');
    this.write(files);
  }

  /** Compiles what is there by now. */
  build(): void {
    const { stdout } = this.node('node_modules/typescript/bin/tsc');
    if (/^core\//m.test(stdout)) throw new Error(stdout);
    const { status, stderr } = this.node('core/cli/bundle.mjs');
    if (status !== 0) throw new Error(stderr);
  }

  /** Runs the `lectern` command from the sources. */
  lectern(...args: string[]): Outcome {
    return this.node('--import', './core/kernel/boot/from_source.mjs', 'core/cli/main.ts', ...args);
  }

  node(...args: string[]): Outcome {
    const env = { PATH: process.env['PATH'], NODE_ENV: 'test', LOG_LEVEL: 'info', DATA_DIR: 'memory' };
    return spawnSync(process.execPath, args, { cwd: this.root, encoding: 'utf8', env });
  }
}
