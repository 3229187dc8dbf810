import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Installation } from './installation.ts';
import { makePlace, type Place } from './place.ts';
import { projectRoot } from './platform.ts';

/** Environment variables of somebody who tries the platform out. */
export const environment = { NODE_ENV: 'development', LOG_LEVEL: 'error', PORT: '0', DATABASE_URL: '' };

/** The platform as shipped, in a folder of its own. */
export function shipped(): Installation {
  const installation = new Installation().link(join(projectRoot, 'core'), 'core');
  installation.link(join(projectRoot, 'node_modules'), 'node_modules');
  for (const path of ['config', 'custom', 'plugins/vip', 'package.json', 'tsconfig.json', '.mocharc.json']) {
    installation.copy(join(projectRoot, path), path);
  }
  mkdirSync(join(installation.root, '.bin'));
  const [loader, main] = ['core/kernel/boot/from_source.mjs', 'core/cli/main.ts'].map((path) =>
    join(projectRoot, path),
  );
  const command = `"${process.execPath}" --import "${loader}" "${main}" --root "${installation.root}" "$@"`;
  writeFileSync(join(installation.root, '.bin/lectern'), `#!/bin/sh\nexec ${command}\n`, { mode: 0o755 });
  return installation;
}

/** A database for an installation, in its folder where it is the embedded one, that the platform was at work in before. */
export async function usedPlace({ root }: Installation): Promise<Place> {
  const { place } = await (first ??= firstPlace());
  const dataDir = join(root, '.data');
  if (place.env['DATABASE_URL']) return makePlace(place);
  cpSync(place.env['DATA_DIR'] ?? '', dataDir, { recursive: true });
  return { env: { DATA_DIR: dataDir }, clear: async () => undefined };
}

/** Removes the database that the others were copies of; to be called when all tests have run. */
export async function clearUsedPlace(): Promise<void> {
  const made = await first;
  await made?.installation.clear();
  await made?.place.clear();
  first = undefined;
}

let first: ReturnType<typeof firstPlace> | undefined;

/** The tables are made and the demo data is loaded once, which takes most of a first start. */
async function firstPlace(): Promise<{ installation: Installation; place: Place }> {
  const installation = shipped();
  const made = await makePlace();
  const place = made.env['DATABASE_URL'] ? made : { ...made, env: { DATA_DIR: join(installation.root, '.data') } };
  const kernel = await installation.boot({ env: { ...environment, ...place.env } });
  await kernel.start();
  await kernel.stop();
  return { installation, place };
}
