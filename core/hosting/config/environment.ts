import { readSecretFile, type ConfigSurroundings, type FileValue } from './secret_files.ts';
import { isTree, type Tree } from '../../kernel/base/tree.ts';

interface SchemaNode {
  type?: string;
  env?: string;
  secret?: boolean;
  properties?: Record<string, SchemaNode>;
  required?: string[];
}

/** Name of the variable with the path of a secret file: `JWT_SECRET_FILE` for `JWT_SECRET`. */
export function fileVariable(name: string): string {
  return `${name}_FILE`;
}

/**
 * Writes the environment variables that the schema names into the tree. A variable `NAME_FILE` has the path of a file
 * with the value of `NAME`. Missing objects without required keys are created, so that their defaults apply.
 * @returns problems, each with the name of its variable
 */
export function readEnvironment(schema: object, tree: Tree, from: ConfigSurroundings): string[] {
  const { properties = {} } = schema as SchemaNode;
  return Object.entries(properties).flatMap(([name, node]) => {
    const problems = node.properties ? readNested(node, { name, tree }, from) : [];
    if (node.env === undefined) return problems;
    const value = variable(node.env, node.secret === true, from);
    if (value === undefined) return problems;
    if ('problem' in value) return [...problems, value.problem];
    tree[name] = valueOf(value.text, node.type);
    return problems;
  });
}

/** Name of the environment variable that gives the value at a path of the tree; undefined if none is set. */
export function variableAt(schema: object, path: readonly string[], env: NodeJS.ProcessEnv): string | undefined {
  let node: SchemaNode | undefined = schema;
  for (const key of path) {
    node = node.properties?.[key];
    if (node?.env !== undefined) return [node.env, fileVariable(node.env)].find((name) => env[name]);
    if (!node) return undefined;
  }
  return undefined;
}

function readNested(
  node: SchemaNode,
  { name, tree }: { name: string; tree: Tree },
  from: ConfigSurroundings,
): string[] {
  const below = tree[name] ?? {};
  if (!isTree(below)) return [];
  const problems = readEnvironment(node, below, from);
  if (Object.keys(below).length > 0 || !node.required?.length) tree[name] = below;
  return problems;
}

/** Reads the variable `name`, or the file in its `NAME_FILE` variable. An empty variable counts as not set. */
function variable(name: string, isSecret: boolean, from: ConfigSurroundings): FileValue | undefined {
  const { [name]: text = '', [fileVariable(name)]: file = '' } = from.env;
  if (file === '') return text === '' ? undefined : { text };
  if (text !== '') return { problem: `${name} and ${fileVariable(name)} are both set; unset one of them` };
  const found = readSecretFile(file, from, isSecret);
  return 'text' in found ? found : { problem: `${fileVariable(name)}: ${found.problem}` };
}

/** Converts the text of a variable to `type`. A text that does not fit is returned unchanged and fails validation later. */
function valueOf(text: string, type: string | undefined): unknown {
  if (type === 'integer' || type === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (type === 'boolean') return { true: true, false: false, 1: true, 0: false }[text] ?? text;
  return type === 'array' ? text.split(',').map((item) => item.trim()) : text;
}
