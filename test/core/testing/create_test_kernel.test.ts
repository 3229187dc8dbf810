import { join } from 'node:path';
import { expect } from 'lectern/testing';
import { failureOf } from '../infrastructure/database/support.ts';
import { below, FixtureInstallation, hello } from './fixture_installation.ts';

describe('A test kernel', () => {
  let small: FixtureInstallation;
  beforeEach(() => (small = new FixtureInstallation()));
  afterEach(() => small.clear());

  it('serves a plugin from outside of the installation, with its tables and demo data', async () => {
    const { api } = await small.start({ modules: [join(small.root, 'elsewhere/hello')] });
    const { body } = await api.get('/api/plugins/hello/greetings').expect(200);
    expect(body).to.deep.equal({ text: 'from elsewhere', rows: [{ id: 7 }] });
  });

  it('replaces an installed plugin by a tested plugin of the same name', async () => {
    small.write(below('plugins', hello('from plugins')));
    const elsewhere = new URL(`file://${small.root}/elsewhere/hello/`);
    const instead = await small.start({ modules: [elsewhere] });
    expect((await instead.api.get('/api/plugins/hello/greetings')).body.text).to.equal('from elsewhere');
  });

  it('rejects with the reason if the tested plugin cannot start', async () => {
    small.write({ 'elsewhere/hello/services.js': 'export default { broken };' });
    const error = await failureOf(small.start({ modules: [join(small.root, 'elsewhere/hello')] }));
    expect(error.message).to.include('The plugin "hello" cannot start: ').and.include('broken is not defined');
    expect(String(error.cause)).to.equal('ReferenceError: broken is not defined');
  });

  it('names a missing folder', async () => {
    const error = await failureOf(small.start({ modules: ['/nowhere/hello'] }));
    expect(error.message).to.include('/nowhere/hello is no folder; name the folder of a plugin');
  });

  it('accepts a configuration', async () => {
    const { kernel } = await small.start({ config: { zone: 'Europe/Berlin' } });
    expect(kernel.config.zone).to.equal('Europe/Berlin');
  });
});
