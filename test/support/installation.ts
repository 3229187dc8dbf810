import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createKernel, type Kernel, type KernelOptions } from 'lectern/host';
import { folderInCore } from '../../core/kernel/modules/layers.ts';
import { requestsTo, type Requests } from '../../core/testing/requests.ts';
import { closeFolders } from './kept_folders.ts';
import { logWatch } from './log_watch.ts';
import { projectRoot } from './platform.ts';

/** Files of an installation: path relative to the root -> text. */
export type Files = Readonly<Record<string, string>>;

/** An empty installation in a temporary folder, for files of the test. */
export class Installation {
  readonly root = mkdtempSync(join(tmpdir(), 'lectern-'));
  readonly logs: string[] = [];
  readonly #kernels: Kernel[] = [];

  constructor(files: Files = {}) {
    this.write(files);
  }

  write(files: Files): this {
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    return this;
  }

  /** Copies a folder of the project to `path`. */
  copy(source: string, path: string): this {
    cpSync(source, join(this.root, path), { recursive: true });
    return this;
  }

  link(target: string, path: string): this {
    const link = join(this.root, path);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link);
    return this;
  }

  /** Links modules of core, whose files are loaded once for all installations. */
  linkCore(...names: readonly string[]): this {
    for (const name of names) this.link(folderInCore(projectRoot, name) as string, `core/${name}`);
    return this;
  }

  /** Assembles a kernel without starting it. */
  async boot(options: Partial<KernelOptions> = {}): Promise<Kernel> {
    const kernel = await createKernel({
      root: this.root,
      env: { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'info' },
      logTo: logWatch.destination(this.logs),
      ...options,
    });
    this.#kernels.push(kernel);
    return kernel;
  }

  /** Starts a kernel on a free port. @returns the kernel and its supertest agent */
  async serve(options: Partial<KernelOptions> = {}): Promise<{ kernel: Kernel; api: Requests }> {
    const kernel = await this.boot(options);
    return { kernel, api: requestsTo(await kernel.listen()) };
  }

  async clear(): Promise<void> {
    for (const kernel of this.#kernels) await kernel.stop();
    await closeFolders(this.root);
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Returns the text of a manifest; `more` adds or replaces properties. */
export function manifest(name: string, more: object = {}): string {
  return JSON.stringify({ name, version: '1.0.0', engines: { lectern: '*' }, ...more });
}

/** Part of a manifest that offers services to plugins. */
export function offering(...names: readonly string[]): object {
  return { offers: Object.fromEntries(names.map((name) => [name, `Service of a test.`])) };
}
