import { get, type IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { eventually } from '../../../../support/eventually.ts';
import { manifest } from '../../../../support/installation.ts';
import { prepared, started } from '../../../../support/started.ts';
import { startWithPlugins } from '../../../../support/platform.ts';

const resource = `
import { field, input, accepts, open, resource, returns, shape, summary, use } from 'lectern';

const boat = shape('Boat').mode('public', { id: field.intString('Id.') });

@resource('/plugins/harbour/boats')
export default class Boats {
  database = use('database');

  @summary('List boats')
  @open
  @accepts({ key: input.optional(input.text()) })
  @returns(boat, 'public')
  async search({ input }) {
    await this.database.raw('select ?::text as key from users limit 2', [input.key ?? '']);
    throw new TypeError('https://captain:secret-1@sea.example does not answer');
  }
}
`;

/** A hook of another module's operation that takes some time. */
const hook = `
import { asValue, contributes } from 'lectern';

const before = () => new Promise((resolve) => setTimeout(resolve, 50));
export default {
  slowHook: contributes('operationHooks', asValue({ address: '/plugins/vip/vip_levels', operation: 'search', before })),
};
`;

interface Line {
  readonly id: string;
  readonly route: string;
  readonly path: string;
  readonly status: number;
  readonly module: string;
  readonly waitedFor: string | null;
  readonly nickname: string | null;
}

interface Whole extends Line {
  readonly spans: { readonly name: string; readonly file: string | null; readonly ms: number }[];
  readonly statements: { readonly text: string; readonly rows: number; readonly ms: number }[];
  readonly error: { readonly message: string; readonly stack: string[] };
}

describe('Requests in the console', () => {
  const platform = started(() =>
    startWithPlugins({
      'harbour/module.json': manifest('harbour', { requires: { database: '*', vip: '*' } }),
      'harbour/resources/boats.ts': resource,
      'harbour/services.ts': hook,
    }),
  );
  const manager = prepared(() => platform.as('manager'));
  let stream: IncomingMessage | undefined;
  afterEach(() => stream?.destroy());

  /** Opens a stream of requests. @returns the lines that arrive */
  async function watch(query = ''): Promise<Line[]> {
    const lines: Line[] = [];
    const address = `${platform.url}/api/console/request_stream${query}`;
    stream = await new Promise<IncomingMessage>((resolve, reject) => {
      get(address, { headers: manager }, resolve).on('error', reject);
    });
    stream.on('data', (chunk: Buffer) => {
      for (const [, data = ''] of chunk.toString().matchAll(/^data: (.+)$/gm)) lines.push(JSON.parse(data) as Line);
    });
    return lines;
  }

  const list = async (query = {}) => {
    const { body } = await platform.api.get('/api/console/requests').query(query).set(manager).expect(200);
    return body as Line[];
  };

  it('are not recorded without an open stream', async () => {
    await platform.api.get('/api/settings/site').expect(200);
    expect(platform.kernel.services.installation.requests.isRecording).to.equal(false);
    expect(await list()).to.deep.equal([]);
  });

  it('are streamed with route, status, module and user, without query and console requests', async () => {
    const lines = await watch();
    const student = await platform.as('student');
    await platform.api.get('/api/users/1?token=s3cr3t').set(student).expect(403);
    await platform.api.get('/api/me').set(student).expect(200);
    await platform.api.get('/api/console/readiness').set(manager).expect(200);
    await eventually(async () => {
      expect(lines.map(({ route, status, nickname }) => `${route} ${status} ${nickname}`)).to.deep.equal([
        '/api/users/{id} 403 student',
        '/api/me 200 student',
      ]);
    });
    expect(lines[0]).to.deep.include({ module: 'users', path: '/api/users/1' });
    expect(JSON.stringify(await list())).not.to.match(/s3cr3t|\/api\/console/);
  });

  it('are filtered by route, status, module and user', async () => {
    const lines = await watch('?status=4xx&route=/USERS');
    const student = await platform.as('student');
    await platform.api.get('/api/users/1').set(student).expect(403);
    await platform.api.get('/api/me').set(student).expect(200);
    await platform.api.get('/api/plugins/vip/vip_levels/999999').set(student).expect(404);
    await eventually(async () => expect((await list({ module: 'vip', status: '404' })).length).to.equal(1));
    expect(lines.map(({ route }) => route)).to.deep.equal(['/api/users/{id}']);
    const ofStudent = await list({ user: 'student' });
    expect(ofStudent.map(({ route }) => route)).to.include('/api/me');
    expect(await list({ user: '999' })).to.deep.equal([]);
    await platform.api.get('/api/console/requests?status=many').set(manager).expect(422);
  });

  it('have spans, statements without values, and the error with its stack', async () => {
    await watch();
    const { headers } = await platform.api.get('/api/plugins/harbour/boats?key=s3cr3t').expect(500);
    const id = String(headers['x-request-id']);
    const { body } = await platform.api.get(`/api/console/requests/${id}`).set(manager).expect(200);
    const request = body as Whole;
    expect(request.spans.map(({ name }) => name)).to.deep.equal(['request', 'Boats.search']);
    expect(request.spans[1]?.file).to.contain('resources/boats.ts');
    expect(request.statements.map(({ text, rows }) => `${text} ${rows}`)).to.deep.equal([
      'select $1::text as key from users limit 2 2',
    ]);
    expect(request.statements[0]?.ms).to.be.above(0);
    expect(request.error.message).to.equal('https://***@sea.example does not answer');
    expect(request.error.stack[0]).to.match(/boats\.ts/);
    expect(JSON.stringify(body)).not.to.match(/s3cr3t|secret-1/);
    await platform.api.get('/api/console/requests/nothing').set(manager).expect(404);
  });

  it('name the part of another module that they waited for', async () => {
    const lines = await watch();
    const { headers } = await platform.api.get('/api/plugins/vip/vip_levels').expect(200);
    const part = 'before() of an operation hook of module harbour';
    await eventually(async () => expect(lines[0]).to.deep.include({ module: 'vip', waitedFor: part }));
    const { body } = await platform.api.get(`/api/console/requests/${headers['x-request-id']}`).set(manager);
    const span = (body as Whole).spans.find(({ name }) => name === part);
    expect(span?.file).to.match(/harbour\/services\.ts$/);
    expect(span?.ms).to.be.within(45, 5_000);
  });

  it('are kept up to 300', async () => {
    await watch();
    for (let turn = 0; turn < 31; turn++)
      await Promise.all(Array.from({ length: 10 }, () => platform.api.get('/api/settings/site')));
    expect(await list()).to.have.length(300);
  });

  it('are no longer streamed when the server retires', async () => {
    await watch();
    const ended = new Promise((resolve) => stream?.resume().once('end', resolve));
    await platform.kernel.retire();
    await ended;
  });
});
