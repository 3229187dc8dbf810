import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { BuiltServer } from '../../../support/built_server.ts';
import type { NpmRegistry } from '../../../support/npm_registry.ts';
import { installPackages } from '../../../support/packages.ts';

/** A folder outside of the project for installations of packages. */
export function packagePlace(registry: NpmRegistry) {
  const place = mkdtempSync(join(tmpdir(), 'lectern packages '));
  const at = (name: string) => join(place, name);
  const write = (root: string, files: Readonly<Record<string, unknown>>) => {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
    }
  };
  /** Makes a folder with files, outside of the project, and installs packages. */
  const folderWith = (name: string, files: Readonly<Record<string, unknown>>, packages: readonly string[]) => {
    write(at(name), files);
    installPackages(at(name), packages);
    return at(name);
  };
  const run = async (root: string, program: string, ...args: string[]) => {
    const env = { PATH: process.env['PATH'], LOG_LEVEL: 'warn', ...registry.env };
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    return { status: status as number, stdout, stderr };
  };
  const lectern = (root: string, ...args: string[]) => run(root, join(root, 'node_modules/.bin/lectern'), ...args);
  /** Runs a command that must succeed. @returns its output */
  const passes = async (running: ReturnType<typeof run>) => {
    const { status, stdout, stderr } = await running;
    expect(status, stdout + stderr).to.equal(0);
    return stdout;
  };
  const serve = async (root: string, work: (url: string) => Promise<void>) => {
    const env = { LOG_LEVEL: 'warn', HOME: place };
    const server = new BuiltServer({ root, program: join(root, 'node_modules/lectern'), env });
    try {
      await work(await server.url());
    } finally {
      await server.stop();
    }
  };
  return { place, at, write, folderWith, run, lectern, passes, serve };
}
