import { join } from 'node:path';
import { expect } from 'chai';
import { checks, runChecks } from '../../../../core/devtools/check/checks.ts';
import { Subject } from '../../../../core/devtools/check/subject.ts';
import { targetOf } from '../../../../core/devtools/check/target.ts';
import { compiledPostgres } from '../../../support/compiled_postgres.ts';
import { manifest, offering } from '../../../support/installation.ts';
import { booksWith, changed, servicesWith } from './fault.ts';
import { fixturePlugin, fixturePluginWithTable, Workbench } from './fixture_plugin.ts';
import { reportOf, RUNS } from './report_of.ts';

const desks = (operations: string) => `import { defineResource, raw } from 'lectern';
  export default defineResource('/desks', { ${operations} });`;

describe('The checks of a module', () => {
  let bench: Workbench;

  before(() => compiledPostgres);
  beforeEach(() => {
    bench = new Workbench();
  });
  afterEach(() => bench.clear());

  it('find nothing in a plugin without a fault', async () => {
    const { passed, checks: results } = await reportOf(bench, bench.plugin(fixturePlugin), { slow: ['openapi'] });
    expect(results.filter(({ verdict }) => verdict === 'failed' || verdict === 'warned')).to.deep.equal([]);
    expect(passed).to.equal(true);
  });

  it('find nothing in a plugin beside a failed one, and in one that other plugins require', async () => {
    bench.write({
      'plugins/broken/module.json': '{',
      'plugins/lamp/module.json': manifest('lamp', { requires: { shelf: '*' } }),
      'plugins/bulb/module.json': manifest('bulb', { requires: { lamp: '*' } }),
    });
    const { checks: results } = await reportOf(bench, bench.plugin(fixturePlugin));
    expect(results.filter(({ findings }) => findings.length > 0)).to.deep.equal([]);
  });

  it('find nothing in a plugin with a table', async () => {
    bench.addDatabase();
    const { passed, checks: results } = await reportOf(bench, bench.plugin(fixturePluginWithTable));
    expect(results.filter(({ verdict }) => verdict === 'failed' || verdict === 'warned')).to.deep.equal([]);
    const migrated = results.filter(({ name }) => ['migrations', 'tables'].includes(name));
    expect(migrated.map(({ verdict }) => verdict)).to.deep.equal(['passed', 'passed']);
    expect(passed).to.equal(true);
  });

  it('send no requests to operations that a later module overrides, and name its file', async () => {
    bench.write({
      'core/desk/module.json': manifest('desk'),
      'core/desk/resources/desks.js': desks(`search: { open: true, returns: [raw], run: () => [] }`),
      'custom/module.json': manifest('custom'),
      'custom/resources/desks.js': desks(
        `overrides: true, search: { returns: [raw], run: (_s, _c, original) => original() }`,
      ),
    });
    const over = desks(`overrides: true, search: { returns: [raw], run: (_s, _c, original) => original() }`);
    const files = { 'module.json': manifest('shelf', { mounts: ['/desks'] }), 'resources/desks.js': over };
    const { checks: results } = await reportOf(bench, bench.plugin(files));
    const of = (name: string) => results.find((one) => one.name === name)!;
    expect(of('filters').findings.map(({ message }) => message)).to.deep.equal([
      'search at /desks has no response filter and is open to anyone',
    ]);
    const reason = 'its operations are overridden: GET /api/desks by custom/resources/desks.js; check that module';
    for (const name of ['requests', 'leaks', 'documentation']) expect(of(name).notes).to.deep.equal([reason]);
  });

  it('fail for a plugin that does not start, even if no chosen check applies', async () => {
    const folder = bench.plugin({ ...fixturePlugin, 'services.js': 'export default 2;' });
    const subject = new Subject({ target: targetOf(bench.root, folder), env: {}, seed: 1, runs: RUNS });
    const { passed } = await runChecks(
      subject,
      checks.filter(({ name }) => name === 'access'),
    );
    expect(passed).to.equal(false);
  });

  it('suggest a similar name for examples.json, and a fix for a wrong type', async () => {
    const { checks: results } = await reportOf(
      bench,
      bench.plugin({
        ...changed(fixturePlugin, [booksWith("field.text('Title.')", "field.money('Title.')")]),
        'examples.json': '{"schemas":{"Book":{},"Bok":{}}}',
      }),
      { runs: 100 },
    );
    const found = Object.fromEntries(results.map(({ name, findings }) => [name, findings[0]]));
    expect(found['documentation']?.fix).to.equal('write "Book", or remove the entry');
    expect(found['requests']?.file).to.equal('elsewhere/shelf/resources/books.js');
    expect(found['requests']?.message).to.include('the field "title" of Book cannot be written: ');
    expect(found['requests']?.fix).to.match(
      /^return a value of the declared type, or declare another type in the shape; /,
    );
  });

  it('name files in a folder whose name contains a space', async () => {
    const broken = servicesWith(
      ...['  get(id) {', "  get(id) { if (id === '1') null.title;"],
      ...['constructor() {', 'constructor() { globalThis.leftByShelf = setInterval(() => {}, 60_000);'],
    );
    const { checks: results } = await reportOf(bench, bench.plugin(changed(fixturePlugin, [broken]), 'my plugins'));
    const found = Object.fromEntries(results.map(({ name, findings }) => [name, findings[0]]));
    expect(found['requests']?.file).to.equal('my plugins/shelf/resources/books.js');
    expect(found['requests']?.message).to.include('(my plugins/shelf/services.js:');
    expect(found['requests']?.fix).to.include(`lectern check '${join(bench.root, 'my plugins/shelf')}' --only`);
    expect(found['stops']?.file).to.equal('my plugins/shelf/services.js:6');
    const thrown = { ...fixturePlugin, 'services.js': "throw new Error('not today');" };
    const { checks: without } = await reportOf(bench, bench.plugin(thrown, 'her plugins'));
    expect(without.find(({ name }) => name === 'starts')?.findings[0]?.file).to.equal('her plugins/shelf/services.js');
  });

  it('remark on internal services that custom uses', async () => {
    const services = (text: string) => `import { asFunction, asValue } from 'lectern'; export default { ${text} };`;
    bench.write({
      'core/desk/module.json': manifest('desk', offering('desks')),
      'core/desk/services.js': services('desks: asValue([]), drawers: asValue([])'),
      'custom/module.json': manifest('custom', { engines: { lectern: '^0.1.0' }, requires: { desk: '^1.0.0' } }),
      'custom/services.js': services('mine: asFunction(({ desks, drawers }) => [desks, drawers])'),
    });
    const { checks: results } = await reportOf(bench, join(bench.root, 'custom'));
    const { verdict, findings = [] } = results.find(({ name }) => name === 'requirements') ?? {};
    expect(verdict).to.equal('warned');
    expect(findings.map(({ message }) => message)).to.deep.equal([
      'the module uses the service "drawers", which is internal to the module "desk" and may change in any version',
    ]);
  });

  it('do not pass a plugin that does not start', async () => {
    const { passed, checks: results } = await reportOf(
      bench,
      bench.plugin({ ...fixturePlugin, 'services.js': 'export default 1;' }),
    );
    expect(passed).to.equal(false);
    const names = 'access tables filters leaks migrations requests requirements'.split(' ');
    for (const { verdict, notes } of results.filter(({ name }) => names.includes(name))) {
      expect(verdict).to.equal('not applicable');
      expect(notes.join()).to.match(
        /^not checked, because shelf did not start: elsewhere\/shelf\/services\.js: .*; fix this first$/,
      );
    }
  });
});
