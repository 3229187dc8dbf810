import { readFileSync } from 'node:fs';
import { isTree, type Tree } from '../../kernel/declare/tree.ts';

/** Reads a file of configuration. @throws Error naming the file and what is wrong with it */
export function readTree(file: string): Tree {
  let tree: unknown;
  try {
    tree = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    // Without the piece of the file that a parser quotes, which may hold a secret; the cause would quote it, too.
    const reason = (error as Error).message.replace(/, [^]* is not valid JSON$/, '');
    // eslint-disable-next-line preserve-caught-error -- see above
    throw new Error(`Configuration file ${file} cannot be read: ${reason}`);
  }
  if (isTree(tree)) return tree;
  throw new Error(`Configuration file ${file} holds no JSON object; write {} around what it says.`);
}
