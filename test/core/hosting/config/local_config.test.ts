import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { changeLocalConfig, localConfigFile } from '../../../../core/hosting/internals.ts';
import { installations } from '../../kernel/boot/support.ts';

const json = JSON.stringify;

describe('config/local.json', () => {
  const install = installations();

  it('overrides the file of the environment, and yields to CONFIG_FILE and variables', async () => {
    const limits = (...names: string[]) =>
      json({ http: Object.fromEntries(names.map((name) => [name, names.length])) });
    const place = install({
      'config/development.json': limits('bodyLimit', 'headerLimit', 'urlLimit', 'depthLimit'),
      [localConfigFile]: limits('headerLimit', 'urlLimit', 'depthLimit'),
      'config/more.json': limits('urlLimit', 'port'),
    });
    const env = { NODE_ENV: 'development', PORT: '1234', CONFIG_FILE: join(place.root, 'config/more.json') };
    const { config } = await place.boot({ env });
    expect(config.http).to.include({ bodyLimit: 4, headerLimit: 3, urlLimit: 2, depthLimit: 3, port: 1234 });
  });

  it('is never read with NODE_ENV=test', async () => {
    const place = install({ [localConfigFile]: json({ zone: 'Europe/Berlin' }) });
    expect((await place.boot({ env: { NODE_ENV: 'test' } })).config.zone).to.equal('Asia/Shanghai');
    expect((await place.boot({ env: { NODE_ENV: 'production' } })).config.zone).to.equal('Europe/Berlin');
  });

  it('keeps other keys and its file mode when changed, and leaves no temporary file', () => {
    const { root } = install({ [localConfigFile]: json({ zone: 'UTC', log: { level: 'warn' } }) });
    const file = join(root, localConfigFile);
    chmodSync(file, 0o600);
    expect(changeLocalConfig(root, (written) => ({ ...written, demo: true }))).to.equal(file);
    expect(JSON.parse(readFileSync(file, 'utf8'))).to.deep.equal({ zone: 'UTC', log: { level: 'warn' }, demo: true });
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    expect(readdirSync(join(root, 'config'))).to.deep.equal(['local.json']);
  });

  it('is created if missing, and not changed if it cannot be parsed', () => {
    const { root } = install();
    changeLocalConfig(root, () => ({ demo: true }));
    expect(readFileSync(join(root, localConfigFile), 'utf8')).to.equal('{\n  "demo": true\n}\n');
    const broken = install({ [localConfigFile]: '{"demo": tru' });
    expect(() => changeLocalConfig(broken.root, () => ({}))).to.throw('config/local.json cannot be read');
    expect(readFileSync(join(broken.root, localConfigFile), 'utf8')).to.equal('{"demo": tru');
  });
});
