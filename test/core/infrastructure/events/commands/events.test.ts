import { expect } from 'chai';
import type { KnownEvent } from '../../../../../core/infrastructure/events/inspect/known_events.ts';
import { runCommand } from '../../../../support/command.ts';
import { Installation, manifest } from '../../../../support/installation.ts';

const files = {
  'core/shelf/module.json': manifest('shelf'),
  'core/shelf/services.ts': `/** What is told of a book. */
interface BookEvent {
  title: string;
  /** Where it stands. */
  place: string;
}

declare module 'lectern' {
  interface Events {
    /** A book was put
     * on the shelf. */
    'book.added': BookEvent;
    'book.lost': { readonly title: string };
  }
}

export default {};
`,
  'core/shelf/services/shelf.ts': `export class Shelf {
  readonly #events: { publish(name: string, payload: object): void };
  readonly #radio: { publish(name: string): void };

  add(title: string, action: string) {
    this.#radio.publish('radio.on');
    this.#events.publish('book.added', { title });
    this.#events.publish(\`book.\${action}\`, { title });
    this.eventChecks.before('book.lending');
  }
}
`,
  'plugins/fans/module.json': manifest('fans'),
  'plugins/fans/subscribers/cheer.js': `import { subscribe } from 'lectern';
export default subscribe(['book.added', 'book.burnt'], () => () => {}, { where: { place: 'front' }, transactional: false });`,
  'plugins/fans/services.js': `import { asValue, contributes } from 'lectern';
export default { strict: contributes('eventChecks', asValue({ event: 'book.lending', examine() {} })) };`,
  'plugins/fans/test/fans.test.ts': "events.publish('only.tested', {});",
};

describe('lectern events', () => {
  let installation: Installation;

  before(() => {
    installation = new Installation(files);
  });
  after(() => installation.clear());

  const events = (...args: string[]) => runCommand(installation.root, 'events', ...args);

  it('prints declarations, payloads, publishers and subscribers of events as JSON', async () => {
    const { out, code } = await events('--json');
    expect(code).to.equal(0);
    const list = JSON.parse(out) as KnownEvent[];
    expect(list.map(({ event }) => event)).to.deep.equal(['book.added', 'book.burnt', 'book.lending', 'book.lost']);
    expect(list[0]).to.deep.equal({
      event: 'book.added',
      declared: [
        {
          module: 'shelf',
          file: 'core/shelf/services.ts',
          line: 12,
          payload: '{ title: string; place: string; }',
          description: 'A book was put on the shelf.',
        },
      ],
      published: [{ module: 'shelf', file: 'core/shelf/services/shelf.ts', line: 7 }],
      heard: [
        {
          subscriber: 'fans.cheer',
          module: 'fans',
          file: 'plugins/fans/subscribers/cheer.js',
          transactional: false,
          where: { place: 'front' },
        },
      ],
      checkedBy: [],
    });
    expect(list[3]).to.deep.include({ event: 'book.lost', published: [], heard: [] });
  });

  it('prints a table, and reports subscribers of events that never occur', async () => {
    const { out, err } = await events();
    expect(out).to.match(
      /^book\.added +shelf +core\/shelf\/services\.ts:12 +fans\.cheer +outside of a transaction, place = front$/m,
    );
    expect(out).to.match(/^book\.lending +shelf +core\/shelf\/services\/shelf\.ts:9 +check of fans +can refuse$/m);
    expect(out).to.match(/^book\.lost +shelf +core\/shelf\/services\.ts:13 +none$/m);
    expect(err).to.equal(
      'book.burnt never occurs for fans.cheer: no installed module declares or publishes this event; correct the name, or install the module of the event\n',
    );
  });
});
