import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { runCommand } from '../../support/command.ts';
import { Installation, manifest } from '../../support/installation.ts';
import { projectRoot } from '../../support/platform.ts';

const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string };

const tunes = `
  export default ({ program, io }) => {
    program.command('tune').option('--version <number>').action(({ version }) => io.log('version ' + version));
  };`;

describe('lectern --version', () => {
  let installation: Installation;
  before(() => {
    installation = new Installation({
      'plugins/bells/module.json': manifest('bells'),
      'plugins/bells/commands/tune.js': tunes,
    });
  });
  after(() => installation.clear());

  const lectern = (...args: string[]) => runCommand(installation.root, ...args);

  it('prints the version of Lectern, and --help names the option', async () => {
    for (const option of ['--version', '-V'])
      expect(await lectern(option)).to.deep.equal({ code: 0, out: `${version}\n`, err: '' });
    expect((await lectern('--help')).out).to.match(/^ {2}-V, --version +print the version$/m);
  });

  it('is left to a command that defines this option', async () => {
    expect(await lectern('tune', '--version', '3')).to.deep.equal({ code: 0, out: 'version 3\n', err: '' });
  });
});
