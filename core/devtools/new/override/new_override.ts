import { existsSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { kernelVersion, type Route } from '../../../hosting/internals.ts';
import { type BootOptions, quietKernel } from '../../../cli/index.ts';
import { json, type Made, type NewFiles } from '../files.ts';
import { findRoute } from './find_route.ts';
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
