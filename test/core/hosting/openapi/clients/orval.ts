import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Tree } from '../contract.ts';
import { cachedPackage } from './cached_package.ts';
import type { OrvalOperation } from './scripts.ts';

const run = promisify(execFile);
/** Not a development package: it is 60 MB, and its engines exclude the oldest Node that installs the project. */
const orval = { name: 'orval', version: '8.38.0' };

/** Generates a client with orval. */
export async function generateOrval(document: Tree, { baseUrl, output }: { baseUrl: string; output: string }) {
  const command = join(await cachedPackage(orval), 'dist/bin/orval.mjs');
  const input = `${output}.json`;
  const config = `${output}.config.mjs`;
  writeFileSync(input, JSON.stringify(document));
  const client = { target: output, client: 'fetch', mode: 'single', baseUrl, headers: true };
  const settings = { input: { target: input }, output: { ...client, override: { useNamedParameters: true } } };
  writeFileSync(config, `export default ${JSON.stringify({ lectern: settings })};`);
  await run(process.execPath, [command, '--config', config]);
}

export function orvalOperation(tree: Tree, document: Tree): OrvalOperation {
  const parameters = (tree['parameters'] ?? []) as Tree[];
  const resolved = parameters.map((one) => (one['$ref'] ? at(document, one['$ref'] as string) : one));
  return {
    id: tree['operationId'] as string,
    parameters: new Set(resolved.map((one) => one['in'] as string)),
    hasBody: tree['requestBody'] !== undefined,
    statuses: Object.keys(tree['responses'] as object),
  };
}

function at(document: Tree, reference: string): Tree {
  const keys = reference.slice(2).split('/');
  return keys.reduce<Tree>((tree, key) => tree[key] as Tree, document);
}
