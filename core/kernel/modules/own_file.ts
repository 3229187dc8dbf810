import { lstatSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../base/text_file.ts';
import { isTree, type Tree } from '../base/tree.ts';
import { inside } from './layers.ts';

/** Methods shared by directory entries and file stats. */
type Kind = Pick<Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>;

/**
 * Reason why a path of a module must not be opened, or undefined. Opening a pipe blocks for ever, and a link may lead
 * to a file outside of the module.
 * @param top folder of the module
 */
export function pathProblem(top: string, path: string, kind: Kind = lstatSync(path)): string | undefined {
  if (kind.isSymbolicLink()) return linkProblem(top, path);
  if (kind.isFile() || kind.isDirectory()) return undefined;
  return 'this is a pipe, a socket or a device, and only files are opened; remove it.';
}

function linkProblem(top: string, path: string): string | undefined {
  try {
    const target = statSync(path);
    if (inside(top, path)) return pathProblem(top, path, target);
    return 'this symbolic link leads out of the module; copy the file here instead.';
  } catch {
    return 'the target of this symbolic link does not exist; remove the link.';
  }
}

/** Reads a text file of a module. @throws Error when the file cannot be read or must not be opened */
export function readOwnFile(folder: string, name: string): string {
  const file = join(folder, name);
  const problem = pathProblem(folder, file);
  if (problem !== undefined) throw new Error(problem);
  return readText(file);
}

/** Content of a JSON file of a module; undefined if the file cannot be read, or has no JSON object. */
export function readOwnJson(folder: string, name: string): Tree | undefined {
  try {
    const content: unknown = JSON.parse(readOwnFile(folder, name));
    return isTree(content) ? content : undefined;
  } catch {
    return undefined;
  }
}
