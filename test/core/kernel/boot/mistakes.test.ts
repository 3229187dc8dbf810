import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { Installation } from '../../../support/installation.ts';
import { projectRoot } from '../../../support/platform.ts';
import { mistakes, type Mistake } from './mistakes.ts';
import { greeter, installations } from './support.ts';

/** Rows of the tables of the page: mistake, what is printed, mend. */
const rows = readFileSync(join(projectRoot, 'docs/plugins/mistakes.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| mistake'))
  .map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim()),
  );

const options = (place: Installation, { database, endless }: Mistake) => ({
  env: { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'info', ...(database && { DATA_DIR: join(place.root, 'data') }) },
  config: endless ? { importTimeout: 500, startTimeout: 500, migrationTimeout: 500 } : {},
});

/** Makes the mistake. @returns what is said of it */
async function made(mistake: Mistake, place: Installation): Promise<string> {
  if (mistake.database) place.write({ 'core/.keep': '' }).link(join(projectRoot, 'core/database'), 'core/database');
  if (mistake.before) {
    const { kernel } = await place.write(mistake.before).serve(options(place, mistake));
    expect(kernel.setAside).to.deep.equal([]);
    await kernel.stop();
    rmSync(join(place.root, 'plugins/shop'), { recursive: true });
  }
  place.write({ ...mistake.files, ...greeter('plugins/zebra') });
  for (const [path, target] of Object.entries(mistake.links ?? {})) place.link(target, path);
  const { kernel, api } = await place.serve(options(place, mistake));
  await api.get(mistake.asked ?? '/readyz').catch(() => undefined);
  await api.get('/api/plugins/zebra/greetings').expect(200, { text: 'zebra' });
  const failed = place.logs.map((line) => JSON.parse(line) as Logged).find(({ msg }) => msg === 'the request failed');
  return kernel.setAside[0]?.reason ?? failed?.err.message ?? 'nothing';
}

interface Logged {
  readonly msg: string;
  readonly err: { readonly message: string };
}

/** In the page `...` stands for a part that is left out. */
function pattern(printed: string): RegExp {
  const parts = printed
    .replace(/^`+ ?| ?`+$/g, '')
    .replaceAll('\\|', '|')
    .split('...');
  return new RegExp(`^${parts.map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('[^]*')}$`);
}

describe('The page of mistakes', () => {
  const install = installations();

  it('has a row for each', () => {
    expect(rows.map(([name]) => name)).to.have.members(Object.keys(mistakes));
  });

  for (const [name = '', printed = '', mend = ''] of rows) {
    it(`tells what is printed for: ${name}`, async () => {
      const mistake = mistakes[name];
      expect(mistake, name).to.not.equal(undefined);
      expect(mend, 'how to mend it').to.match(/\w+/);
      const said = await made(mistake as Mistake, install());
      expect(pattern(printed).test(said), said).to.equal(true);
    }).timeout(60_000);
  }
});
