import { existsSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { buildRouter, kernelVersion, nearest, type Kernel, type Route } from '../../../hosting/internals.ts';
import { type BootOptions, quietKernel } from '../../../cli/index.ts';
import { json, type Made, type NewFiles } from '../files.ts';
import { originalOf, type OverrideTarget } from './original.ts';
import { overrideText } from './override_text.ts';
import { overrideTest } from './override_test.ts';

/** Operation to override, and location of the override. */
export interface Wanted extends Omit<OverrideTarget, 'root'> {
  readonly boot: BootOptions;
  /** Method and address: `GET /courses/{id}`. */
  readonly operation: string;
}

/**
 * Returns the files of an override, and the commands to run next.
 * @throws Error when the operation does not exist, or the module may not override the operation
 */
export async function newOverride({ operation, boot, plugin }: Wanted): Promise<Made> {
  const target = { root: boot.root, plugin };
  const kernel = await quietKernel(boot);
  const original = originalOf(findRoute(kernel, operation), target);
  const folder = target.plugin === undefined ? 'custom' : `plugins/${target.plugin}`;
  const stem = freeStem(join(target.root, folder), original);
  const file = `${folder}/resources/${stem}.ts`;
  const files = {
    ...(target.plugin === undefined && customManifest(target.root)),
    [file]: overrideText(original, target),
    [`${folder}/test/resources/${stem}.test.ts`]: overrideTest(original, { file, plugin: target.plugin }),
  };
  const next = [`npx lectern test ${target.plugin ?? 'custom'}`, 'npx lectern doctor --accept'];
  return { folder: boot.root, files, next };
}

/**
 * Finds the route of an operation by method and address: `GET /articles/{id}`. The address may begin with `/api`, and its
 * parameters may have any name.
 * @throws Error for a malformed text, or an operation that does not exist
 */
function findRoute({ routes }: Pick<Kernel, 'routes'>, operation: string): Route {
  const [, method = '', address = ''] = /^\s*([A-Za-z]+)\s+(\/\S*)\s*$/.exec(operation) ?? [];
  if (!address)
    throw new Error(`"${operation}" is no operation. Write a method and an address, such as "GET /courses/{id}".`);
  const wanted = `${method.toUpperCase()} /api${address.replace(/^\/api(?=\/)/, '')}`;
  const [verb = '', path = ''] = wanted.replaceAll(/\{[^}]*\}/g, '1').split(' ');
  const found = buildRouter(routes, (route) => route)
    .find(path)
    ?.place.entries.get(verb);
  if (found) return found;
  const known = routes.flatMap(({ methods, address }) => methods.map((one) => `${one} /api${address}`));
  const names = nearest(wanted, known);
  const fix = names.length > 0 ? `Similar operations: ${names.join(', ')}` : 'List all with: npx lectern routes';
  throw new Error(`There is no operation ${wanted}. ${fix}.`);
}

/** Manifest of `custom/`, unless the installation has one: without `module.json` the folder is no module. */
function customManifest(root: string): NewFiles {
  const file = 'custom/module.json';
  if (existsSync(join(root, file))) return {};
  return { [file]: json({ name: 'custom', version: '0.1.0', engines: { lectern: `^${kernelVersion}` } }) };
}

/** File name of the override without extension: that of the original, with the operation added if that file exists. */
function freeStem(folder: string, { file, operation }: Route): string {
  const stem = basename(file, extname(file));
  return existsSync(join(folder, 'resources', `${stem}.ts`)) ? `${stem}_${operation}` : stem;
}
