import { expect } from 'chai';
import { runCommand, type Printed } from '../../support/command.ts';
import { Installation, manifest, type Files } from '../../support/installation.ts';

const greets = (name: string, text = 'Hello.') => `
  export default ({ program, io }) => {
    program.command('${name}').description('Greets.').action(() => io.log('${text}'));
  };`;

/** Commands of a plugin `bells`. */
const bells = (commands: Files, more: Files = {}): Files => ({
  'plugins/bells/module.json': manifest('bells'),
  ...Object.fromEntries(Object.entries(commands).map(([file, text]) => [`plugins/bells/commands/${file}`, text])),
  ...more,
});

describe('The command line', () => {
  let installation: Installation;
  afterEach(() => installation.clear());

  const lectern = (files: Files, ...args: string[]): Promise<Printed> => {
    installation = new Installation(files);
    return runCommand({ root: installation.root, env: { NODE_ENV: 'development' } }, ...args);
  };

  it('runs a command of a plugin', async () => {
    const { code, out, err } = await lectern(bells({ 'bells_ring.js': greets('bells:ring', 'Ding.') }), 'bells:ring');
    expect({ code, out, err }).to.deep.equal({ code: 0, out: 'Ding.\n', err: '' });
  });

  it('refuses internal services of other modules to a command of a plugin', async () => {
    const ring = `export default ({ program, withServices }) => {
      program.command('ring').action(() => withServices(async ({ ropes }) => ropes));
    };`;
    const core = {
      'core/tower/module.json': manifest('tower'),
      'core/tower/services.js': `import { asValue } from 'lectern'; export default { ropes: asValue([]) };`,
    };
    const { code, err } = await lectern(bells({ 'ring.js': ring }, core), 'ring');
    expect(err).to.equal(
      'plugins/bells/commands/ring.js: the command asks for the service "ropes", which is internal to the module "tower"; ' +
        'do without it, because the module "tower" offers no services to plugins.\n',
    );
    expect(code).to.equal(1);
  });

  it('runs a command of custom', async () => {
    const files = { 'custom/module.json': manifest('custom'), 'custom/commands/tidy.js': greets('tidy') };
    expect(await lectern(files, 'tidy')).to.include({ code: 0, out: 'Hello.\n' });
  });

  it('loads only the file of the named command', async () => {
    const files = bells({ 'ring.js': greets('ring'), 'broken.js': `throw new Error('loaded');` });
    expect(await lectern(files, 'ring')).to.include({ code: 0, err: '' });
  });

  it('lists the commands of all modules by module', async () => {
    const { code, out } = await lectern(bells({ 'ring.js': greets('ring') }), '--help');
    expect(out).to.match(/^core\/infrastructure\/database:\n(?: .*\n)* {2}migrate /m);
    expect(out).to.match(/^core\/operations:\n(?: .*\n)* {2}start /m);
    expect(out).to.match(/^plugins\/bells:\n {2}ring +Greets\.$/m);
    expect(code).to.equal(0);
  });

  it('shows the help of one command', async () => {
    const { out } = await lectern(bells({ 'ring.js': greets('ring') }), 'help', 'ring');
    expect(out)
      .to.match(/^Usage: lectern ring/)
      .and.include('Greets.');
  });

  it('suggests a command of a plugin for a similar name', async () => {
    const { code, err } = await lectern(bells({ 'ring.js': greets('ring') }), 'rin');
    expect(err).to.include('(Did you mean ring?)');
    expect(code).to.equal(2);
  });

  it('rejects a command that two modules define, and names both files', async () => {
    const other = {
      'plugins/clocks/module.json': manifest('clocks'),
      'plugins/clocks/commands/ring.js': greets('ring'),
    };
    const { code, err } = await lectern(bells({ 'ring.js': greets('ring') }, other), 'ring');
    expect(err).to.equal(
      'plugins/bells/commands/ring.js and plugins/clocks/commands/ring.js add the same command; ' +
        'rename one of these files with its command, or disable its plugin.\n',
    );
    expect(code).to.equal(1);
  });

  it('uses the command of core if a plugin defines the same name', async () => {
    const { code, out, err } = await lectern(bells({ 'openapi.js': greets('openapi') }), 'openapi');
    expect(JSON.parse(out)).to.have.property('openapi');
    expect(err).to.include('core/devtools/commands/openapi.ts and plugins/bells/commands/openapi.js');
    expect(err).to.include('The command of core is used.');
    expect(code).to.equal(0);
  });

  it('reports a file that cannot be loaded, with its plugin and the fix', async () => {
    const files = bells({ 'ring.js': `import './missing.js';\n` });
    const { code, err } = await lectern(files, 'ring');
    expect(err).to.match(/^plugins\/bells\/commands\/ring\.js: .*missing/);
    expect(err).to.include('; correct the file, or run lectern plugin disable bells.');
    expect(code).to.equal(1);
  });

  it('lists the other commands when a file cannot be loaded', async () => {
    const files = bells({ 'broken.js': `throw new Error('no bell');`, 'ring.js': greets('ring') });
    const { code, out, err } = await lectern(files, '--help');
    expect(err).to.match(/^plugins\/bells\/commands\/broken\.js: .*no bell/);
    expect(out).to.include('ring').and.include('start');
    expect(code).to.equal(0);
  });

  const faulty: [string, string, string][] = [
    ['exports no function', 'export default 1;', 'export default a function'],
    [
      'adds a command of another name',
      greets('rang'),
      'with the name of the file; this file adds rang, which belongs in commands/rang.ts',
    ],
    ['adds no command', 'export default () => {};', 'this file adds none'],
    ['throws', `export default () => { throw new Error('no bell'); };`, 'no bell'],
  ];
  for (const [what, text, message] of faulty) {
    it(`rejects a file that ${what}`, async () => {
      const { code, err } = await lectern(bells({ 'ring.js': text }), 'ring');
      expect(err).to.include('plugins/bells/commands/ring.js').and.include(message);
      expect(code).to.equal(1);
    });
  }

  it('refuses a command of a disabled plugin', async () => {
    const off = { 'config/default.json': JSON.stringify({ plugins: { disabled: ['bells'] } }) };
    const { code, err } = await lectern(bells({ 'ring.js': greets('ring') }, off), 'ring');
    expect(err).to.equal(
      'plugins/bells/commands/ring.js belongs to plugin bells, which is disabled; enable it with: lectern plugin enable bells\n',
    );
    expect(code).to.equal(1);
  });

  it('does not list commands of disabled plugins', async () => {
    const off = { 'config/default.json': JSON.stringify({ plugins: { disabled: ['bells'] } }) };
    const { out, err } = await lectern(bells({ 'ring.js': greets('ring') }, off), '--help');
    expect(out).not.to.include('ring ');
    expect(err).to.equal('');
  });

  const counts = `
    import { asValue } from 'lectern';
    export default { bell: asValue({ start() { this.state = 'started'; }, stop() { globalThis.bellStopped = true; } }) };`;
  const prints = `
    export default ({ program, io, withServices }) => {
      program.command('ring').action(() => withServices(async ({ bell }) => io.log(bell.state)));
    };`;

  it('passes started services to a command, and stops them', async () => {
    const printed = await lectern(bells({ 'ring.js': prints }, { 'plugins/bells/services.js': counts }), 'ring');
    expect(printed).to.deep.equal({ code: 0, out: 'started\n', err: '' });
    expect(globalThis).to.have.property('bellStopped', true);
  });

  it('refuses services to a command whose plugin has failed to start', async () => {
    const failing = `throw new Error('no tower');`;
    const { code, err } = await lectern(bells({ 'ring.js': prints }, { 'plugins/bells/services.js': failing }), 'ring');
    expect(err).to.include('Plugin bells has failed to start: plugins/bells/services.js').and.include('no tower');
    expect(code).to.equal(1);
  });
});
