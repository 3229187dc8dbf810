import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { Installation, type Files } from '../../../support/installation.ts';
import { projectRoot } from '../../../support/platform.ts';
import type { Mistake } from './mistakes.ts';
import { greeter } from '../boot/support.ts';

/** Rows of the tables of the page: mistake, what is printed, fix. */
export const rows = readFileSync(join(projectRoot, 'docs/plugins/mistakes.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| mistake'))
  .map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim()),
  );

const LIMIT_MS = 500;

/** Makes one mistake. @returns its message */
export async function made(mistake: Mistake, place: Installation): Promise<string> {
  place.write({ ...mistake.files, ...greeter('plugins/zebra') });
  for (const [path, target] of Object.entries(mistake.links ?? {})) place.link(target, path);
  const config = mistake.endless ? { [mistake.endless]: LIMIT_MS } : {};
  const { kernel, api } = await place.serve({ config });
  await api.get(mistake.asked ?? '/readyz').catch(() => undefined);
  await api.get('/api/plugins/zebra/greetings').expect(200, { text: 'zebra' });
  const failed = place.logs.map((line) => JSON.parse(line) as Logged).find(({ msg }) => msg === 'the request failed');
  return kernel.failedPlugins[0]?.reason ?? failed?.err.message ?? 'nothing';
}

/** The files of a plugin under another name, its tables included. */
function renamed(files: Files, name: string): Files {
  const anew = (text: string) => text.replaceAll('shop', name).replaceAll('table goods', `table ${name}_goods`);
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [anew(path), anew(text)]));
}

/** Makes mistakes that need tables in one installation, each in a plugin of its own. @returns their messages by mistake */
export async function madeTogether(list: readonly (readonly [string, Mistake])[], place: Installation) {
  const named = list.map(([mistake, parts], index) => ({ mistake, ...parts, name: `shop${index}` }));
  const env = { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'info', DATA_DIR: join(place.root, 'data') };
  place
    .write({ 'core/.keep': '' })
    .link(join(projectRoot, 'core/infrastructure/database'), 'core/infrastructure/database');
  for (const { before, name } of named) if (before) place.write(renamed(before, name));
  const { kernel: first } = await place.serve({ env });
  expect(first.failedPlugins).to.deep.equal([]);
  await first.stop();
  rmSync(join(place.root, 'plugins'), { recursive: true });
  for (const { files, name } of named) place.write(renamed(files, name));
  const { kernel, api } = await place
    .write(greeter('plugins/zebra'))
    .serve({ env, config: { migrationTimeout: LIMIT_MS } });
  await api.get('/api/plugins/zebra/greetings').expect(200, { text: 'zebra' });
  const reasons = new Map(
    kernel.failedPlugins.map(({ module, reason }) => [module, reason.replaceAll(module, 'shop')]),
  );
  return new Map(named.map(({ mistake, name }) => [mistake, reasons.get(name) ?? 'nothing']));
}

interface Logged {
  readonly msg: string;
  readonly err: { readonly message: string };
}

/** In the page `...` stands for a part that is left out. */
export function pattern(printed: string): RegExp {
  const parts = printed
    .replace(/^`+ ?| ?`+$/g, '')
    .replaceAll('\\|', '|')
    .split('...');
  return new RegExp(`^${parts.map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('[^]*')}$`);
}
