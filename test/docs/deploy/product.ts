import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileVariable } from '../../../core/hosting/config/environment.ts';
import { configSchema } from '../../../core/hosting/config/schema.ts';
import { modulesOfCore } from '../../../core/kernel/modules/layers.ts';
import { projectRoot } from '../../support/platform.ts';

/** Returns the text of a file of the project. */
export const textOf = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

interface Node {
  readonly env?: string;
  readonly secret?: boolean;
  readonly properties?: Record<string, Node>;
}

function* variablesIn(node: Node): Generator<Node> {
  if (node.env !== undefined) yield node;
  for (const below of Object.values(node.properties ?? {})) yield* variablesIn(below);
}

const sections = modulesOfCore(projectRoot).map(({ folder }) => {
  return (JSON.parse(readFileSync(join(folder, 'module.json'), 'utf8')) as { config?: Node }).config ?? {};
});
const all = [configSchema as Node, ...sections].flatMap((schema) => [...variablesIn(schema)]);

/** Names of the variables with a secret, which no deployment file may contain. */
export const secretVariables = all.filter(({ secret }) => secret).map(({ env }) => env!);
const read = all.map(({ env }) => env!);

/** Whether the configuration, Lectern itself or Node reads an environment variable. */
export function isKnown(variable: string): boolean {
  const fixed = ['NODE_ENV', 'NODE_OPTIONS', 'CONFIG_FILE'];
  return fixed.includes(variable) || read.some((name) => [name, fileVariable(name)].includes(variable));
}

/** Maximum time from the end of the lame-duck phase to the end of the process, in seconds. */
export const END_SECONDS = 10;
