import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { missingPackage } from '../../cli/index.ts';

const runFile = promisify(execFile);

/** Output of a program. */
interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** Path of a file in a package of the installation, else of Lectern; undefined if neither has the package. */
export function programIn(root: string, name: string, file: string): string | undefined {
  for (const place of [join(root, 'package.json'), fileURLToPath(import.meta.url)]) {
    try {
      return join(dirname(createRequire(place).resolve(`${name}/package.json`)), file);
    } catch {
      continue;
    }
  }
  return undefined;
}

/** Reason for a check that does not run because its package is not installed. */
export function notInstalled(name: string): string {
  return `not checked: this check needs ${missingPackage(name)}`;
}

/** Runs a script with the Node.js of this process, and waits for its end. The exit code is ignored. */
export async function run(program: string, args: readonly string[], cwd: string): Promise<Printed> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const options = { cwd, env, maxBuffer: 64 * 1024 * 1024 };
  return runFile(process.execPath, [program, ...args], options).catch((error: unknown) => error as Printed);
}

/** Calls `use` with a temporary file that contains a value as JSON. */
export async function withJsonFile<T>(content: object, use: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-check-'));
  const file = join(folder, 'content.json');
  writeFileSync(file, JSON.stringify(content));
  try {
    return await use(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
