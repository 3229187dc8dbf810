import { expect } from 'chai';
import { runCommand, type Printed } from '../../../support/command.ts';
import { Installation, manifest } from '../../../support/installation.ts';
import { wordsInstallation } from '../../cli/words_fixture.ts';

const words = `
  import { open, raw, resource, returns } from 'lectern';

  @resource('/words')
  export default class Words {
    @open @returns(raw)
    search(): unknown { return ['core']; }

    @open @returns(raw)
    update(): unknown { return 'core'; }
  }`;

const override = `
  import { requires, resource } from 'lectern';
  import Original from '../../core/words/resources/words.ts';

  @resource('/words')
  export default class CustomWords extends Original {
    @requires('admin_words')
    override search() { return super.search(); }
  }`;

interface Row {
  readonly method: string;
  readonly address: string;
  readonly deprecated?: object;
  readonly disabled?: boolean;
}

describe('lectern routes', () => {
  let installation: Installation;
  let printed: Printed;
  let json: Printed;

  before(async () => {
    installation = new Installation({
      'custom/module.json': manifest('custom'),
      'custom/resources/words.ts': override,
      'core/words/module.json': manifest('words'),
      'core/words/resources/words.ts': words,
      'plugins/broken/module.json': '{',
    });
    printed = await routes();
    json = await routes('--json');
  });
  after(() => installation.clear());

  const routes = (...args: string[]) => runCommand(installation.root, 'routes', ...args);

  it('prints a table of all routes with file, access, filter and overridden file', () => {
    expect(printed.code, printed.err).to.equal(0);
    const [head = '', ...rows] = printed.out.trimEnd().split('\n');
    expect(head.split(/ {2,}/)).to.deep.equal([
      'method',
      'address',
      'layer',
      'module',
      'file',
      'access',
      'filter',
      'overrides',
    ]);
    const cells = rows.map((row) => row.split(/ {2,}/));
    const inherited = ['PUT', '/api/words/{id}', 'core', 'words', 'core/words/resources/words.ts:10', 'open', 'raw'];
    expect(cells).to.deep.include(inherited);
    const overridden = cells.find(([method, address]) => method === 'GET' && address === '/api/words');
    expect(overridden?.slice(2, 6)).to.deep.equal(['custom', 'custom', 'custom/resources/words.ts:8', 'admin_words']);
    expect(overridden?.at(-1)).to.equal('core/words/resources/words.ts');
  });

  it('prints only JSON on standard output with --json', () => {
    const rows = JSON.parse(json.out) as Record<string, unknown>[];
    expect(rows).to.have.length(printed.out.trimEnd().split('\n').length - 1);
    expect(rows.find(({ method, address }) => method === 'GET' && address === '/api/words')).to.deep.include({
      layer: 'custom',
      module: 'custom',
      file: 'custom/resources/words.ts',
      line: 8,
      access: 'admin_words',
      overrides: ['core/words/resources/words.ts'],
    });
    expect(rows.filter(({ method }) => method === 'PUT')).to.have.length(
      rows.filter(({ method }) => method === 'PATCH').length,
    );
  });

  it('reports failed plugins and changed access on standard error', () => {
    for (const { err } of [printed, json]) {
      expect(err).to.match(/^set aside: plugins\/broken\/module\.json: this is not valid JSON/m);
      expect(err).to.match(
        /^custom\/resources\/words\.ts: CustomWords\.search changes the access of \/words from open to admin_words; declare the original access if that is not meant$/m,
      );
    }
  });

  it('ends with 1 and the reason if custom is at fault', async () => {
    installation.write({ 'custom/module.json': manifest('mine') });
    const { code, out, err } = await routes();
    expect(code).to.equal(1);
    expect(out).to.equal('');
    expect(err.trim()).to.equal('custom/module.json: "name" is "mine" but the folder is "custom"; make them the same.');
  });
});

describe('lectern routes with settings of single routes', () => {
  let installation: Installation;
  const routes = {
    'GET /words': { disabled: true },
    'GET /words/{id}': { deprecated: '2026-01-01', sunset: '2027-01-01' },
  };

  before(() => {
    installation = new Installation({ ...wordsInstallation, 'config/default.json': JSON.stringify({ routes }) });
  });
  after(() => installation.clear());

  it('marks deprecated routes, and leaves out disabled ones', async () => {
    const { out } = await runCommand(installation.root, 'routes');
    const [head = '', ...rows] = out.trim().split('\n');
    expect(head).to.match(/ deprecated$/);
    expect(rows).to.have.length(1);
    expect(rows[0]).to.match(/^GET +\/api\/words\/\{id\} .* since 2026-01-01, gone after 2027-01-01$/);
  });

  it('lists disabled routes with --json', async () => {
    const { out } = await runCommand(installation.root, 'routes', '--json');
    const rows = JSON.parse(out) as Row[];
    expect(rows.map(({ method, address, disabled }) => [method, address, disabled])).to.deep.equal([
      ['GET', '/api/words/{id}', undefined],
      ['GET', '/api/words', true],
    ]);
    expect(rows[0]?.deprecated).to.deep.equal({
      since: '2026-01-01T00:00:00.000Z',
      sunset: '2027-01-01T00:00:00.000Z',
    });
  });
});
