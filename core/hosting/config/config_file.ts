import { readText } from '../../kernel/base/text_file.ts';
import { isTree, type Tree } from '../../kernel/base/tree.ts';

/** Reads a configuration file. @throws Error naming the file and its problem */
export function readTree(file: string): Tree {
  let tree: unknown;
  try {
    tree = JSON.parse(readText(file));
  } catch (error) {
    // Removes the file excerpt that the parser quotes, which may contain a secret. `cause` would contain it as well.
    const reason = (error as Error).message.replace(/, [^]* is not valid JSON$/, '');
    // oxlint-disable-next-line preserve-caught-error -- see above
    throw new Error(`Configuration file ${file} cannot be read: ${reason}; correct the file or its path.`);
  }
  if (isTree(tree)) return tree;
  throw new Error(`Configuration file ${file} contains no JSON object; put its content between { and }.`);
}

/** Merges two trees key by key into a new one; values of `over` win. */
export function merge(under: Tree, over: Tree): Tree {
  const merged = { ...under };
  for (const [key, value] of Object.entries(over)) {
    merged[key] = isTree(value) && isTree(under[key]) ? merge(under[key], value) : value;
  }
  return merged;
}
