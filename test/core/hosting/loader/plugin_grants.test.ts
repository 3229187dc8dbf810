import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Kernel } from '../../../../core/hosting/internals.ts';
import { offering, type Installation } from '../../../support/installation.ts';
import { giving, greeter, installations } from '../../kernel/boot/support.ts';

const base = giving('core/base', `pens: asValue(['red']), ink: asValue('blue')`, offering('pens', 'ink'));
const desk = (version: string, ...services: string[]) =>
  giving('plugins/desk', '', { version, requires: { base: '*' }, uses: { services } });

describe('plugins.json', () => {
  const install = installations();
  const started = async (one: Installation, NODE_ENV: string): Promise<Kernel> => {
    const env = { NODE_ENV, PORT: '0', LOG_LEVEL: 'info' };
    const { kernel } = await one.serve({ env });
    return kernel;
  };
  const records = ({ root }: Installation): unknown => JSON.parse(readFileSync(join(root, 'plugins.json'), 'utf8'));

  it('records what a plugin uses at its first start', async () => {
    const one = install({ ...base, ...desk('1.0.0', 'pens'), ...greeter('plugins/other') });
    await started(one, 'production');
    expect(records(one)).to.deep.equal({ desk: { version: '1.0.0', granted: { services: ['pens'] } } });
  });

  it('is not written in tests', async () => {
    const one = install({ ...base, ...desk('1.0.0', 'pens') });
    await started(one, 'test');
    expect(existsSync(join(one.root, 'plugins.json'))).to.equal(false);
  });

  it('keeps other keys of a record', async () => {
    const other = { desk: { package: 'lectern-desk', version: '1.0.0', integrity: 'sha512-x', note: 1 } };
    const one = install({ ...base, ...desk('1.0.0', 'pens'), 'plugins.json': JSON.stringify(other) });
    await started(one, 'development');
    expect(records(one)).to.deep.equal({ desk: { ...other.desk, granted: { services: ['pens'] } } });
  });

  for (const environment of ['development', 'production']) {
    it(`keeps a version that uses more from starting, and others start: ${environment}`, async () => {
      const one = install({ ...base, ...desk('1.0.0', 'pens'), ...greeter('plugins/other') });
      await started(one, environment);
      one.write(desk('1.1.0', 'pens', 'ink'));
      const { failedPlugins, modules } = await started(one, environment);
      expect(failedPlugins.map(({ reason }) => reason)).to.deep.equal([
        'plugins.json: version 1.1.0 uses more than is granted: services "ink"; review it, then run: lectern plugin grant desk',
      ]);
      expect(modules.map(({ name }) => name)).to.deep.equal(['base', 'other']);
    });
  }

  it('follows the edits of an author in development, and not in production', async () => {
    const one = install({ ...base, ...desk('1.0.0', 'pens') });
    await started(one, 'development');
    one.write(desk('1.0.0', 'pens', 'ink'));
    expect((await started(one, 'production')).failedPlugins).to.have.length(1);
    expect((await started(one, 'development')).failedPlugins).to.deep.equal([]);
    expect(records(one)).to.deep.equal({ desk: { version: '1.0.0', granted: { services: ['pens', 'ink'] } } });
  });

  it('is not changed by a later version that uses less, in production', async () => {
    const one = install({ ...base, ...desk('1.0.0', 'pens', 'ink') });
    await started(one, 'production');
    const before = records(one);
    one.write(desk('1.1.0', 'pens'));
    expect((await started(one, 'production')).failedPlugins).to.deep.equal([]);
    expect(records(one)).to.deep.equal(before);
  });

  it('gives one warning when it cannot be written', async () => {
    const one = install({ ...base, ...desk('1.0.0', 'pens') });
    // A folder in the place of the draft makes each write fail, for root as well.
    one.write({ [`plugins.json.${process.pid}.tmp/file`]: '' });
    expect((await started(one, 'production')).failedPlugins).to.deep.equal([]);
    expect(one.logs.filter((line) => line.includes('not recorded in plugins.json'))).to.have.length(1);
  });
});
