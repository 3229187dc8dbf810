import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { manifest } from '../../support/installation.ts';
import { Project, type Outcome } from '../../support/project.ts';

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

describe('lectern routes', () => {
  let project: Project;
  let printed: Outcome;
  let json: Outcome;

  before(() => {
    project = new Project({
      'custom/module.json': manifest('custom'),
      'custom/resources/words.ts': override,
      'core/words/module.json': manifest('words'),
      'core/words/resources/words.ts': words,
      'plugins/broken/module.json': '{',
    });
    printed = project.lectern('routes');
    json = project.lectern('routes', '--json');
  });
  after(() => project.clear());

  it('prints a table: method, address, layer, module, file, access, filter, what it shadows', () => {
    expect(printed.status, printed.stderr).to.equal(0);
    const [head = '', ...rows] = printed.stdout.trimEnd().split('\n');
    expect(head.split(/ {2,}/)).to.deep.equal([
      'method',
      'address',
      'layer',
      'module',
      'file',
      'access',
      'filter',
      'shadows',
    ]);
    const cells = rows.map((row) => row.split(/ {2,}/));
    const inherited = ['PUT', '/api/words/{id}', 'core', 'words', 'core/words/resources/words.ts:10', 'open', 'raw'];
    expect(cells).to.deep.include(inherited);
    const overridden = cells.find(([method, address]) => method === 'GET' && address === '/api/words');
    expect(overridden?.slice(2, 6)).to.deep.equal(['custom', 'custom', 'custom/resources/words.ts:8', 'admin_words']);
    expect(overridden?.at(-1)).to.equal('core/words/resources/words.ts');
  });

  it('begins every column at the same place', () => {
    const [head = '', ...rows] = printed.stdout.trimEnd().split('\n');
    for (const name of ['address', 'layer', 'file', 'access']) {
      const column = head.indexOf(name);
      for (const row of rows) expect(row.slice(column - 1, column + 1), row).to.match(/^ \S$/);
    }
  });

  it('prints the same as JSON, and nothing else on standard output', () => {
    const rows = JSON.parse(json.stdout) as Record<string, unknown>[];
    expect(rows).to.have.length(printed.stdout.trimEnd().split('\n').length - 1);
    expect(rows.find(({ method, address }) => method === 'GET' && address === '/api/words')).to.deep.include({
      layer: 'custom',
      module: 'custom',
      file: 'custom/resources/words.ts',
      line: 8,
      access: 'admin_words',
      shadows: ['core/words/resources/words.ts'],
    });
    expect(rows.filter(({ method }) => method === 'PUT')).to.have.length(
      rows.filter(({ method }) => method === 'PATCH').length,
    );
  });

  it('says on standard error what was set aside and what an override changes', () => {
    for (const { stderr } of [printed, json]) {
      expect(stderr).to.match(/^set aside: plugins\/broken\/module\.json: this is not valid JSON/m);
      expect(stderr).to.match(
        /^custom\/resources\/words\.ts: CustomWords\.search changes the access of \/words from open to admin_words$/m,
      );
    }
  });

  it('explains what answers a request', () => {
    const { status, stdout } = project.lectern('routes', '--explain', 'GET /api/words');
    expect(status).to.equal(0);
    expect(stdout).to.match(
      /^answers +custom +custom +CustomWords\.search +admin_words +custom\/resources\/words\.ts:8$/m,
    );
  });

  it('fails with the reason where core or custom is at fault', () => {
    project.write({ 'custom/module.json': manifest('mine') });
    const { status, stdout, stderr } = project.lectern('routes');
    expect(status).to.equal(1);
    expect(stdout).to.equal('');
    expect(stderr.trim()).to.equal(
      'custom/module.json: "name" is "mine" but the folder is "custom"; make them the same.',
    );
  });
});
