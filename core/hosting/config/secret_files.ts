import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readText } from '../../kernel/base/text_file.ts';
import { isTree } from '../../kernel/base/tree.ts';
import type { StartRemark } from '../../kernel/routes/route.ts';

/** Environment variables, and the receiver of warnings, for reading a configuration. */
export interface ConfigSurroundings {
  readonly env: NodeJS.ProcessEnv;
  /** Receives a remark on each secret file that other users can write or read. */
  readonly remark?: ((remark: StartRemark) => void) | undefined;
  /** Receives the path of each secret file that is read. */
  readonly file?: ((path: string) => void) | undefined;
}

export type FileValue = { readonly text: string } | { readonly problem: string };

const MAX_FILE_BYTES = 65_536;
const publicKey = /^-----BEGIN (RSA PUBLIC KEY|PUBLIC KEY|CERTIFICATE)-----/;
const inContainers = /^\/(var\/)?run\/secrets\//;

/**
 * Reads a value from a separate file, as containers mount them, without the trailing line end. Problems never quote the
 * content.
 * @param isSecret whether only this process should be able to read the file; never for public keys and certificates
 */
export function readSecretFile(path: string, { remark, file: note }: ConfigSurroundings, isSecret = true): FileValue {
  const file = resolve(path);
  note?.(file);
  try {
    const { mode, size } = statSync(file);
    if (size > MAX_FILE_BYTES)
      return { problem: `${file} has more than ${MAX_FILE_BYTES} bytes and is no secret; name another file` };
    const text = readText(file).replace(/\r?\n$/, '');
    if (text === '') return { problem: `${file} is empty; write the value into it` };
    const danger = dangerOf(mode, file, isSecret && !publicKey.test(text));
    if (danger !== undefined) remark?.({ file, message: danger });
    return { text };
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return { problem: `${nameOf(path)} cannot be read (${code}); correct the path, or let this process read it` };
  }
}

/** Shows a path only if it has a slash and its folder exists: other values may be the secret itself. */
function nameOf(path: string): string {
  const file = resolve(path);
  return /[\\/]/.test(path) && existsSync(dirname(file)) ? file : 'the named file';
}

/** Warning if other users can write the file, or can read a secret that is not mounted into a container. */
function dangerOf(mode: number, file: string, isSecret: boolean): string | undefined {
  if (process.platform === 'win32') return undefined;
  const fix = 'chmod 400 it, and give it to the user that runs this process.';
  if ((mode & 0o022) !== 0) return `This file of the configuration can be written by other users; ${fix}`;
  if (!isSecret || (mode & 0o004) === 0 || inContainers.test(file)) return undefined;
  return `This file of the configuration can be read by every user of the machine; ${fix}`;
}

const KEY = '$file';

/** Path in `{ "$file": "/run/secrets/x" }`; undefined for any other value. */
export function fileNamedIn(value: unknown): string | undefined {
  if (!isTree(value) || Object.keys(value).length !== 1) return undefined;
  const { [KEY]: file } = value;
  return typeof file === 'string' ? file : undefined;
}

export interface ReadFiles<T> {
  readonly value: T;
  readonly problems: readonly string[];
}

/** Copies a value, with the text of the file in place of each `{ "$file": "path" }`; a file with a problem counts as "". */
export function readFilesIn<T>(value: T, from: ConfigSurroundings, path: readonly string[] = []): ReadFiles<T> {
  const problems: string[] = [];
  const read = (part: unknown, at: readonly string[]): unknown => {
    const file = fileNamedIn(part);
    if (file !== undefined) return textOf(file, at);
    if (Array.isArray(part)) return part.map((item, index) => read(item, [...at, String(index)]));
    if (!isTree(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([name, below]) => [name, read(below, [...at, name])]));
  };
  const textOf = (file: string, at: readonly string[]): string => {
    const found = readSecretFile(file, from);
    if ('text' in found) return found.text;
    problems.push(`"${at.join('.')}": ${found.problem}`);
    return '';
  };
  return { value: read(value, path) as T, problems };
}
