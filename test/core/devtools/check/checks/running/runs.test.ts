import { expect } from 'chai';
import { checks, runChecks } from '../../../../../../core/devtools/check/checks.ts';
import type { CheckResult, Report } from '../../../../../../core/devtools/check/report.ts';
import { Subject } from '../../../../../../core/devtools/check/subject.ts';
import { targetOf } from '../../../../../../core/devtools/check/target.ts';
import { compiledPostgres } from '../../../../../support/compiled_postgres.ts';
import { manifest, type Files } from '../../../../../support/installation.ts';
import { fixturePlugin, Workbench } from '../../fixture_plugin.ts';

/** A plugin whose operations have hooks and checks of another plugin; one operation never succeeds. */
const library: Files = {
  '../../plugins/library/module.json': manifest('library', { requires: { database: '*', events: '*' } }),
  '../../plugins/library/services.js': `
import { use } from 'lectern';
class Cards {
  renewing = use('eventChecks').before('card.renewing');
  async renew() { return this.renewing({}, async () => ({ id: '1' })); }
}
export default { cards: Cards };`,
  '../../plugins/library/resources/cards.js': `
import { defineResource, field, input, shape, standardFailures } from 'lectern';
const card = shape('Card').mode('public', { id: field.intString('Id.') });
export default defineResource('/plugins/library/cards', {
  uses: ['cards'],
  add: { open: true, accepts: { name: input.text({ description: 'Name.' }) }, returns: [card, 'public'], run: () => ({ id: '1' }) },
  get: { open: true, fails: [standardFailures.noSuchObject], returns: [card, 'public'], run() { throw standardFailures.noSuchObject(); } },
  update: { open: true, fails: ['card.renewing'], returns: [card, 'public'], run: ({ cards }) => cards.renew() },
});`,
};

/** A plugin with a part of every kind. */
const shelf: Files = {
  'module.json': manifest('shelf', {
    engines: { lectern: '^0.1.0' },
    requires: { database: '^0.1.0', events: '^0.1.0', jobs: '^0.1.0' },
  }),
  'shapes/book.js': `
import { field, shape } from 'lectern';
export const book = shape('Book').mode('public', { id: field.intString('Id.') });`,
  'services.js': `
import { asValue, contributes, extendShape, field, use } from 'lectern';
import { book } from './shapes/book.js';
class Books {
  events = use('events');
  async add() {
    await this.events.publish('shelf.added', { id: '2' });
    return { id: '2' };
  }
}
const pages = { pages: field.nullable(field.int('Pages.')) };
const words = { words: field.nullable(field.int('Words.')) };
const values = (fields, resolve) => extendShape(book, 'public', () => ({ fields, onRequest: true, resolve }));
const at = (operation, address, functions) => contributes('operationHooks', asValue({ operation, address, ...functions }));
export default {
  shelfBooks: Books,
  job: contributes('jobs', asValue({ name: 'shelf.clean', everySeconds: 60, async run() { /* job */ } })),
  check: contributes('eventChecks', asValue({ event: 'card.renewing', examine() { /* check */ } })),
  before: at('get', '/plugins/shelf/books/{id}', { before() { /* before */ } }),
  after: at('add', '/plugins/library/cards', { async after() { /* after */ } }),
  pages: values(pages, (books) => { /* resolver */ return books.map(() => ({ pages: 1 })); }),
  words: values(words, (books) => books.map(() => ({ words: 1 /* values */ }))),
};`,
  'subscribers/count.js': `
import { subscribe } from 'lectern';
export default subscribe('shelf.added', () => () => { /* subscriber */ });`,
  'resources/books.js': `
import { defineResource, listOf } from 'lectern';
import { book } from '../shapes/book.js';
export default defineResource('/plugins/shelf/books', {
  uses: ['shelfBooks'],
  search: { open: true, returns: [listOf(book), 'public'], run: () => [{ id: '1' }] },
  get: { open: true, returns: [book, 'public'], run: () => ({ id: '1' }) },
  add: { open: true, returns: [book, 'public'], run: ({ shelfBooks }) => shelfBooks.add() },
});`,
  ...library,
};

/** The plugin with an error in each part, at the comment with its name. */
function broken(): Files {
  const entries = Object.entries(shelf).map(([path, text]) => [
    path,
    text.replace('1 /* values */', "'many'").replaceAll(/\/\* (\w+) \*\//g, "throw new Error('$1 broke');"),
  ]);
  return Object.fromEntries(entries) as Files;
}

/** Line of a text in a file of the plugin. */
function place(files: Files, path: string, text: string): string {
  const lines = files[path]!.split('\n');
  return `elsewhere/shelf/${path}:${lines.findIndex((line) => line.includes(text)) + 1}`;
}

describe('The check runs', () => {
  let bench: Workbench;

  before(() => compiledPostgres);
  beforeEach(() => {
    bench = new Workbench().addDatabase().linkCore('events', 'jobs');
  });
  afterEach(() => bench.clear());

  async function reportOn(files: Files, ...names: string[]): Promise<{ report: Report; runs: CheckResult }> {
    const folder = bench.plugin(files);
    const subject = new Subject({ target: targetOf(bench.root, folder), env: {}, seed: 1, runs: 6 });
    const report = await runChecks(
      subject,
      checks.filter(({ name }) => names.includes(name)),
    );
    return { report, runs: report.checks.find(({ name }) => name === 'runs')! };
  }

  it('finds nothing if each part runs', async () => {
    const { report, runs } = await reportOn(shelf, 'parts', 'requests', 'runs');
    expect(runs).to.deep.include({ verdict: 'passed', findings: [], notes: [] });
    expect(report.passed).to.equal(true);
  });

  it('reports each part that throws, with line and fix', async () => {
    const files = broken();
    const { report, runs } = await reportOn(files, 'parts', 'requests', 'runs');
    const at = (text: string) => place(files, 'services.js', `'${text} broke'`);
    const found = Object.fromEntries(runs.findings.map(({ message, file }) => [message, file]));
    expect(found).to.deep.equal({
      "the job 'shelf.clean' failed: job broke": at('job'),
      "the subscriber 'shelf.count' of 'shelf.added' failed: subscriber broke": place(
        files,
        'subscribers/count.js',
        'broke',
      ),
      'before() of the operation hook of get at /plugins/shelf/books/{id} failed: before broke': at('before'),
      'after() of the operation hook of add at /plugins/library/cards failed: after broke': at('after'),
      "the check of 'card.renewing' failed: check broke": at('check'),
      'the resolver of the added field pages of Book failed: resolver broke': at('resolver'),
      'the resolver of the added field words of Book failed: the field "words" of Book cannot be written: expected a whole number, got string':
        'elsewhere/shelf/services.js',
    });
    for (const { verdict, fix } of runs.findings) {
      expect(verdict).to.equal('failed');
      expect(fix).to.match(/^(correct the line|return a list)/);
    }
    expect(runs.notes).to.deep.equal([]);
    expect(report.passed).to.equal(false);
    const requests = report.checks.find(({ name }) => name === 'requests')!;
    const [hook, ...more] = requests.findings;
    expect(more).to.deep.equal([]);
    expect(hook?.file).to.equal(at('before'));
    expect(hook?.message).to.match(/failed: before broke \(elsewhere\/shelf\/services\.js:\d+\)$/);
    expect(hook?.fix).to.match(/^correct the line, or refuse .*; send it again with: /);
  });

  it('notes parts that never ran, without a finding', async () => {
    const idle = `
  frozen: contributes('operationHooks', asValue(Object.freeze({ operation: 'search', address: '/plugins/shelf/books', before() {} }))),
  hook: at('get', '/plugins/library/cards/{id}', { before() {}, after() {} }),
  late: contributes('jobs', asValue({ name: 'shelf.late', everySeconds: 60, schedule: {}, run() {} })),`;
    const { runs } = await reportOn(
      {
        ...shelf,
        'services.js': shelf['services.js']!.replace('export default {', (text) => text + idle),
        'subscribers/wait.js': `import { subscribe } from 'lectern';\nexport default subscribe('shelf.burnt', () => () => {});`,
      },
      'runs',
    );
    expect(runs).to.deep.include({ verdict: 'passed', findings: [] });
    expect(runs.notes).to.deep.equal([
      `never ran, so not checked: the job 'shelf.late': no server runs it; see the check "parts"`,
      "never ran, so not checked: the subscriber 'shelf.wait' of 'shelf.burnt': no event 'shelf.burnt' that it wants happened during the check; publish one in a test",
      'never ran, so not checked: before() of the operation hook of search at /plugins/shelf/books: its object is frozen, so its calls cannot be recorded',
      'never ran, so not checked: after() of the operation hook of get at /plugins/library/cards/{id}: no request of the check succeeded there; call the operation in a test',
    ]);
  });

  it('does not apply to a module without such parts', async () => {
    const { runs } = await reportOn(fixturePlugin, 'runs');
    expect(runs).to.deep.include({ verdict: 'not applicable', findings: [] });
  });
});
