import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import type { Plan } from '../../../../core/devtools/plan/plan.ts';
import { planText } from '../../../../core/devtools/plan/text.ts';
import { runCommand, type Printed } from '../../../support/command.ts';
import { Installation, manifest } from '../../../support/installation.ts';
import { installed, loud, notes, notesServices, quiet, table } from './plan_fixture.ts';

describe('lectern plan', () => {
  let installation: Installation;
  let untouched: string[];
  let poems: Awaited<ReturnType<typeof planned>>;

  before(async () => {
    installation = new Installation({
      ...installed,
      ...quiet,
      ...loud,
      'config/default.json': '{"modules": {"notes": {}}}',
    });
    installation.write({
      'drops/lonely/module.json': manifest('lonely', { requires: { company: '^1.0.0' } }),
      'drops/notes/module.json': manifest('notes', { requires: { database: '*' }, version: '2.0.0' }),
      'drops/notes/services.ts': notesServices,
      'drops/notes/migrations/001_notes.js': table('notes').replace('text not null', 'text'),
      'drops/notes/migrations/002_marks.js': table('note_marks'),
      'drops/notes/migrations/003_no_marks.js': `export const up = (knex) => knex.raw('drop table note_marks');`,
      'drops/notes/resources/notes.ts': notes("text: field.text('Text.'), mark: field.text('Mark.')"),
    });
    installation.linkCore('database', 'events', 'jobs', 'settings');
    untouched = entries();
    poems = await planned('drops/poems');
  });
  after(() => installation.clear());

  const entries = () => readdirSync(installation.root, { recursive: true }).map(String).sort();
  const plan = (...args: string[]): Promise<Printed> => runCommand(installation.root, 'plan', ...args);

  async function planned(...args: string[]): Promise<Plan & { code: number; effects: NonNullable<Plan['effects']> }> {
    const { code, out, err } = await plan(...args, '--json');
    expect(out, err).to.not.equal('');
    return { code, ...(JSON.parse(out) as Plan & { effects: NonNullable<Plan['effects']> }) };
  }

  it('lists everything that a folder adds, and does not change the installation', () => {
    const { code, action, breaks, effects } = poems;
    expect(breaks).to.deep.equal([]);
    expect({ code, action }).to.deep.equal({ code: 0, action: 'add' });
    expect(effects.routes.added.map(({ route, access }) => `${route} ${access}`)).to.deep.equal([
      'GET /api/plugins/poems/poems open',
      'GET /api/plugins/poems/poems/{id} praise_poems',
    ]);
    expect(effects.routes.opened.map(({ route }) => route)).to.deep.equal(['GET /api/plugins/poems/poems']);
    expect(effects.tables.added).to.deep.equal([
      { name: 'poems', kind: 'table', columns: ['id bigint not null', 'shelf bigint'] },
    ]);
    expect(effects.tables.changed).to.deep.equal([
      { name: 'shelf_books', kind: 'table', columns: ['+ poems integer'] },
    ]);
    expect(effects.rights.added).to.deep.equal([
      { role: 'ROLE_USER', permissions: ['write_poems'], isNew: false },
      { role: 'ROLE_POET', permissions: [], isNew: true },
    ]);
    expect(effects.rights.missing).to.deep.equal(['praise_poems']);
    expect(effects.services).to.deep.equal([
      { name: 'poems' },
      { name: 'poemSection', point: 'settingsSections' },
      { name: 'shelf', decorates: 'shelf' },
      { name: 'errorConversion', decorates: 'database' },
      { name: 'poemJob', point: 'jobs', purpose: 'poems.job, every 60 s' },
    ]);
    expect(effects.commands).to.deep.equal(['poems_print.js']);
    expect(effects.listeners).to.deep.equal([
      { name: 'poems.read', events: ['book.read'], where: { kind: 'poem' }, transactional: false },
    ]);
    expect(entries()).to.deep.equal(untouched);
  });

  it('distinguishes additive differences from those that may surprise clients', () => {
    const changes = poems.effects.routes.changed.flatMap((route) => route.changes);
    expect(changes.filter(({ severity }) => severity === 'breaking')).to.deep.equal([]);
    const surprising = changes.filter(({ severity }) => severity === 'surprising');
    expect([...new Set(surprising.map(({ what }) => what))]).to.deep.equal([
      'the alternative SettingPoems.public is new',
    ]);
    const out = planText(poems);
    expect(out).to.include('  errorConversion (wraps that of database: the answer to every error)');
    expect(out).to.include('  poemJob (adds to jobs: poems.job, every 60 s)');
    expect(out).to.include(': the alternative SettingPoems.public is new, which may surprise clients\n');
    expect(out.trimEnd()).to.match(/Nothing breaks\. Differences that may surprise clients: \d\.$/);
  });

  it('lists the keys of the configuration, secrets without their values', () => {
    expect(JSON.stringify(poems)).to.not.include('not-to-be-shown');
    expect(poems.effects.config).to.deep.equal([
      { key: 'modules.poems.longest', secret: false, description: 'Lines.', default: 5, required: false, set: false },
      {
        key: 'modules.poems.key',
        env: 'POEMS_KEY',
        secret: true,
        description: '',
        default: '(hidden)',
        required: false,
        set: false,
      },
    ]);
  });

  it('lists overridden and opened routes, and ends with 1 for breaking changes', async () => {
    const { code, breaks, effects } = await planned('drops/loud');
    expect(code).to.equal(1);
    expect(breaks[0]).to.match(/^GET \/api\/books: answer\.notes is gone \(it was type: \[integer, null\], /);
    expect(breaks.slice(1)).to.deep.equal(['GET /api/books: answer.place is gone (it was type: string)']);
    const [taken] = effects.routes.takenOver;
    expect(taken).to.include({ route: 'GET /api/books', from: 'core/shelf/resources/books.ts', overridden: true });
    expect(taken?.file).to.equal('plugins/loud/resources/books.ts');
    expect(effects.routes.opened).to.have.length(1);
    expect(effects.routes.opened[0]).to.include({ route: 'GET /api/books', access: 'open', was: 'signed in' });
    expect(effects.routes.changed[0]?.changes[0]).to.deep.equal({
      what: 'access was signed in, is open',
      severity: 'harmless',
    });
  });

  it('reports that a plugin would fail to start, with the reason', async () => {
    const { code, out } = await plan('drops/lonely');
    expect(code).to.equal(1);
    expect(out).to.match(/the plugin lonely would fail to start: .*it requires the module "company" \(\^1\.0\.0\)/);
  });

  it('compares a folder with the installed plugin of the same name', async () => {
    const update = await planned('drops/notes');
    const { code, action, breaks, effects } = update;
    expect({ code, action }).to.deep.equal({ code: 1, action: 'update' });
    expect(breaks).to.deep.equal([
      'the migration 001_notes was edited, though it may have been applied; keep the installed file, and write a new migration',
      'GET /api/plugins/notes/notes/{id}: the route is gone',
    ]);
    expect(effects.routes.removed.map(({ route }) => route)).to.deep.equal(['GET /api/plugins/notes/notes/{id}']);
    expect(effects.routes.takenOver).to.deep.equal([]);
    expect(effects.routes.changed).to.deep.equal([]);
    expect(effects.services).to.deep.equal([]);
    expect(effects.tables.changed[0]?.columns).to.deep.equal(['text was text not null, is text']);
    expect([effects.tables.dropped, effects.tables.left]).to.deep.equal([['note_marks'], []]);
    expect(planText(update)).to.include('Tables dropped:\n  note_marks\n');
  });

  it('plans a removal: removed routes, kept tables, leftover configuration', async () => {
    const { code, breaks, effects } = await planned('--without', 'notes');
    expect(code).to.equal(1);
    expect(breaks[0]).to.equal(
      'the section modules.notes of config/default.json would stop the start; remove the section',
    );
    expect(breaks.slice(1).filter((one) => one.includes('/notes/notes'))).to.have.length(2);
    expect([effects.tables.dropped, effects.tables.left]).to.deep.equal([[], ['note_marks', 'notes']]);
    expect(effects.routes.removed).to.have.length(2);
  });

  it('lists the contributions of an installed plugin', async () => {
    const { code, out } = await plan('plugins/notes');
    expect(code).to.equal(0);
    expect(out).to.include('notes is installed and contributes the following.');
    expect(out).to.match(/^GET \/api\/plugins\/notes\/notes +open +plugins\/notes\/resources\/notes\.ts$/m);
    expect(out).to.include('  table notes\n    id bigint not null');
    expect(out.trimEnd().endsWith('Nothing breaks.')).to.equal(true);
  });

  it('refuses missing or contradicting arguments and unknown plugins', async () => {
    expect((await plan()).code).to.equal(2);
    expect((await plan('plugins/notes', '--without', 'notes')).code).to.equal(2);
    expect((await plan('drops/nothing')).err).to.include('drops/nothing is no folder');
    expect((await plan('--without', 'note')).err).to.include('There is no plugin "note"; did you mean "notes"?');
  });
});
