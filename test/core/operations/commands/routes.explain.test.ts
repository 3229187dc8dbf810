import { expect } from 'chai';
import { runCommand } from '../../../support/command.ts';
import { Installation, manifest } from '../../../support/installation.ts';

const words = `import { accepts, cached, fails, field, input, open, pageOf, paging, raw, resource, returns, shape, defineFailures } from 'lectern';

const failures = defineFailures({ noSuchWord: [10, 404, 'There is no such word.'] });
const word = shape('Word').mode('public', { id: field.intString('Id.'), text: field.text('The word.') });
// é: columns and bytes are not the same
@resource('/words')
export default class Words {
  /** Words. */
  @open
  @accepts({ q: input.text({ maxLength: 20, description: 'Part of it.' }), ...paging })
  @returns(pageOf(word), 'public')
  search() { return { data: [], total: 0 }; }

  @open @cached(60) @fails(failures.noSuchWord)
  @returns(word, 'public')
  get() { return { id: '1', text: 'a' }; }

  @accepts({ text: input.text() })
  @returns(raw)
  add() { return {}; }
}`;

const files = {
  'core/words/module.json': manifest('words'),
  'core/words/resources/words.ts': words,
  'plugins/poems/module.json': manifest('poems', { mounts: ['/words'], engines: { lectern: '*' } }),
  'plugins/poems/resources/words.js': `import { defineResource } from 'lectern';

export default defineResource('/words', {
  overrides: true,
  get: {
    signedIn: true,
    async run(_services, _call, original) {
      return original();
    },
  },
});
`,
  'plugins/films/module.json': manifest('films'),
  'plugins/films/services.ts': `import { asValue, contributes } from 'lectern';
export default { films: contributes('mounts', asValue({ address: '/plugins/films/player', open: true, handle() {} })) };`,
  'plugins/broken/module.json': '{',
  'custom/module.json': manifest('custom'),
  'custom/resources/words.ts': `import { resource, signedIn } from 'lectern';
import Words from '../../core/words/resources/words.ts';

@resource('/words')
export default class CustomWords extends Words {
  @signedIn override get() {
    return super.get();
  }
}
`,
};

describe('lectern routes --explain', () => {
  let installation: Installation;

  before(() => {
    installation = new Installation(files);
  });
  after(() => installation.clear());

  const routes = (...args: string[]) => runCommand(installation.root, 'routes', ...args);

  async function explained(request: string): Promise<Record<string, unknown>> {
    const { out } = await routes('--explain', request, '--json');
    return JSON.parse(out) as Record<string, unknown>;
  }

  it('shows the chain with file and line, the answering link first', async () => {
    const { chain, why, parameters, address } = await explained('GET /api/words/7');
    expect((chain as object[]).map((link) => ({ ...link }))).to.deep.equal([
      link('custom', 'custom', 'custom/resources/words.ts:6', 'CustomWords', true),
      link('plugins', 'poems', 'plugins/poems/resources/words.js:5', 'defineResource', false),
      { ...link('core', 'words', 'core/words/resources/words.ts:16', 'Words', false), access: 'open' },
    ]);
    expect(why).to.equal('its module is the last in the order words, poems, custom');
    expect(parameters).to.deep.equal({ id: '7' });
    expect(address).to.equal('/api/words/{id}');
  });

  it('shows operation hooks, and the final link of the chain', async () => {
    const place = new Installation({
      ...files,
      'plugins/songs/module.json': manifest('songs', { after: ['poems'] }),
      'plugins/songs/services.js': `import { asValue, contributes } from 'lectern';
        export default { hook: contributes('operationHooks', asValue({ address: '/words/{id}', operation: 'get', before() {}, after() {} })) };`,
      'custom/resources/words.ts': files['custom/resources/words.ts'].replace(
        `('/words')`,
        `('/words', { final: 'it counts' })`,
      ),
    });
    const { out } = await runCommand(place.root, 'routes', '--explain', 'GET /words/7');
    const { hooks } = JSON.parse(
      (await runCommand(place.root, 'routes', '--explain', 'GET /words/7', '--json')).out,
    ) as Record<string, unknown>;
    await place.clear();
    const rows = out.split('\n').slice(3, 9);
    expect(rows.map((row) => row.trimEnd().split(/ {2,}/).slice(0, 4).join('|'))).to.deep.equal([
      'hook|plugins|songs|before, after',
      'answers|custom|custom|CustomWords.get',
      'overridden|plugins|poems|defineResource.get',
      'overridden|core|words|Words.get',
      'The first operation answers because its module is the last in the order words, poems, custom.',
      'custom is final: it counts',
    ]);
    expect(hooks).to.deep.equal([
      { layer: 'plugins', module: 'songs', file: 'plugins/songs/services.js', before: true, after: true },
    ]);
  });

  it('shows the origin of access, answer, caching and input', async () => {
    const { access, answer, caching, origins } = await explained('GET /words/7');
    expect(access).to.equal('signed in');
    expect(origins).to.deep.include({
      access: { by: 'itself' },
      answer: { by: 'overridden', file: 'core/words/resources/words.ts' },
      cached: { by: 'overridden', file: 'core/words/resources/words.ts' },
      input: { by: 'default' },
    });
    expect(answer).to.deep.include({ name: 'Word.public', unfiltered: false });
    expect(caching).to.deep.equal({ seconds: 60, etag: true });
  });

  it('lists input fields with defaults, and the limits in force', async () => {
    const { input, limits } = await explained('GET /words');
    expect((input as { fields: object[] }).fields).to.deep.equal([
      { name: 'q', required: true, expected: 'text of 1 to 20 characters', description: 'Part of it.' },
      {
        name: 'offset',
        required: false,
        expected: 'an integer from 0 to 2147483647',
        default: 0,
        description: 'Number of entries to skip.',
      },
      {
        name: 'limit',
        required: false,
        expected: 'an integer from 0 to 2147483647',
        default: 10,
        description: 'Number of entries; above 100 counts as 100.',
      },
    ]);
    expect((limits as { bounds: object[] }).bounds).to.deep.include({ what: 'objects on a page', value: 100 });
    const written = await explained('POST /words');
    expect((written['limits'] as { bounds: object[] }).bounds).to.deep.include({
      what: 'bytes of the body',
      value: 1_048_576,
      setting: 'http.bodyLimit',
    });
  });

  it('lists the failures of the route', async () => {
    const { failures } = await explained('GET /words/7');
    expect(
      (failures as { status: number; message: string }[]).map(({ status, message }) => `${status} ${message}`),
    ).to.include.members(['401 Authentication is required; sign in first.', '404 There is no such word.']);
  });

  it('accepts singular addresses, HEAD, queries and whole URLs', async () => {
    for (const request of [
      'GET /api/word/7',
      'head /api/words/7',
      'GET /api/words/7?fields=id',
      'http://localhost:3000/api/words/7/',
    ]) {
      const { found } = await explained(request);
      expect(found, request).to.equal(true);
    }
  });

  it('prints the explanation as text', async () => {
    const { code, out } = await routes('--explain', 'GET /api/words/7');
    expect(code).to.equal(0);
    expect(out).to.include('GET /api/words/7 is served at /api/words/{id} with id = 7.');
    expect(out).to.match(/^answers +custom +custom +CustomWords\.get +signed in +custom\/resources\/words\.ts:6$/m);
    expect(out).to.match(/^access +signed in \(declared by the operation\)$/m);
    expect(out).to.match(/^Filter: Word\.public \(inherited from core\/words\/resources\/words\.ts\)$/m);
    expect(out).to.match(/^text +string +The word\.$/m);
  });

  it('explains why no route answers, and ends with 1', async () => {
    const other = await routes('--explain', 'DELETE /api/words/7');
    expect(other).to.deep.include({ code: 1, err: '' });
    expect(other.out).to.equal(
      'DELETE /api/words/7 is answered with 405. The address exists, but not for DELETE; it accepts GET, HEAD, OPTIONS.\n',
    );
    const unknown = await explained('GET /api/wrods/7');
    expect(unknown).to.deep.include({ found: false, status: 404, reason: 'no such address' });
    expect(unknown['nearest']).to.deep.equal(['/api/words/{id}', '/api/words']);
    const aside = await explained('GET /api/plugins/broken/things');
    expect(aside).to.deep.include({ status: 503, reason: 'set aside', plugin: 'broken' });
    expect(aside['message']).to.include('plugins/broken/module.json: this is not valid JSON');
  });

  it('explains an address that a mount answers', async () => {
    const { code, out } = await routes('--explain', 'PUT /api/plugins/films/player/7');
    expect(code).to.equal(0);
    expect(out)
      .to.include('Middleware of the module "films" (plugins/films/services.ts)')
      .and.to.include('access: open');
  });

  it('explains a route that the configuration disables', async () => {
    const off = new Installation({
      ...files,
      'config/default.json': '{"routes": {"GET /words/{id}": {"disabled": true}}}',
    });
    const { out, code } = await runCommand(off.root, 'routes', '--explain', 'GET /words/7');
    await off.clear();
    expect(code).to.equal(1);
    expect(out).to.include('routes["GET /words/{id}"].disabled');
  });

  it('ends with 2 for a malformed request', async () => {
    const { code, err } = await routes('--explain', 'words');
    expect(code).to.equal(2);
    expect(err).to.include('Write a method and a path');
  });

  it('is not needed for --public, which lists open routes with their lines', async () => {
    const { out } = await routes('--public', '--json');
    const rows = JSON.parse(out) as { address: string; line: number; access: string }[];
    expect(rows.slice(0, -1).map(({ address, line, access }) => `${address}:${line} ${access}`)).to.deep.equal([
      '/api/words:12 open',
    ]);
    expect(rows.at(-1)).to.include({ address: '/api/plugins/films/player/...', access: 'open' });
  });
});

// oxlint-disable-next-line max-params -- the columns of a table
function link(layer: string, module: string, place: string, resource: string, serves: boolean) {
  const [file, line] = place.split(':');
  return { layer, module, file, line: Number(line), resource, operation: 'get', access: 'signed in', serves };
}
