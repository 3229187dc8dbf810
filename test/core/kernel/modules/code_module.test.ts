import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import middie from '@fastify/middie';
import { expect } from 'chai';
import express from 'express';
import fastify from 'fastify';
import {
  decorates,
  field,
  input,
  open,
  resource,
  returns,
  accepts,
  creates,
  shape,
  subscribe,
  use,
  type OpenCall,
  type Services,
} from 'lectern';
import { type CodeModule, type Kernel, type KernelOptions } from 'lectern/host';
import { requestsTo, type Requests } from '../../../../core/testing/requests.ts';
import { createTestKernel } from '../../../../core/testing/index.ts';
import { Installation, manifest } from '../../../support/installation.ts';

declare module 'lectern' {
  interface Services {
    noteTexts: string[];
    notesConfig: { readonly first: string };
  }
}

const note = shape('CodeNote').mode('public', { id: field.intString('Id.'), text: field.text('Text.') });
const newNote = { text: input.text() };

@resource('/notes')
class Notes {
  protected readonly config = use('notesConfig');

  @open
  @returns(note, 'public')
  get({ params }: OpenCall<{ id: string }>) {
    return { id: params.id, text: this.config.first };
  }

  @open
  @creates
  @accepts(newNote)
  @returns(note, 'public')
  add(call: OpenCall<object, typeof newNote>) {
    return { id: '7', text: call.input.text };
  }
}

const notes: CodeModule = {
  name: 'notes',
  config: { properties: { first: { type: 'string', default: 'Chalk' } } },
  resources: [Notes],
};

describe('A module given as code', () => {
  const installation = new Installation();
  after(() => installation.clear());

  const problemOf = (...modules: NonNullable<KernelOptions['modules']>) =>
    installation.boot({ modules }).then(
      () => 'none',
      (error: unknown) => (error as Error).message,
    );

  it('serves at any address, with its settings, in a root without folders', async () => {
    const config = { modules: { notes: { first: 'Sponge' } } };
    const { api, kernel } = await installation.serve({ modules: [notes], config });
    await api.get('/api/notes/3').expect(200, { id: '3', text: 'Sponge' });
    expect(kernel.routes.map(({ file }) => file)).to.include('module notes of createKernel, resource /notes');
    expect(kernel.remarks).to.deep.equal([]);
  });

  it('is required by its version', async () => {
    const other = { name: 'other', requires: { notes: '^2.0.0' } };
    expect(await problemOf({ ...notes, version: '2.1.0' }, other)).to.equal('none');
    expect(await problemOf(notes, other)).to.equal(
      'module other of createKernel: it requires "notes" ^2.0.0 but 1.0.0 is installed; install a version that fits.',
    );
  });

  it('is named by each fault', async () => {
    const wrong: readonly (readonly [object, string])[] = [
      [{}, 'module (no name) of createKernel: "name" is missing'],
      [{ name: 'Notes' }, 'module Notes of createKernel: "name" must match pattern'],
      [{ name: 'notes', colour: 'red' }, 'module notes of createKernel: "colour" is not a known key'],
      [
        { name: 'notes', resources: [function resource() {}] },
        'module notes of createKernel: resources[0] is not a class with @resource',
      ],
      [
        { name: 'notes', subscribers: { one: {} } },
        'module notes of createKernel: subscribers.one is not a result of subscribe',
      ],
      [
        { name: 'notes', migrations: { '001_a': {} } },
        'module notes of createKernel: migrations.001_a is not an object with',
      ],
      [{ name: 'notes', services: { one: 5 } }, 'module notes of createKernel: "one" is no registration'],
    ];
    for (const [module, problem] of wrong) expect(await problemOf(module as CodeModule)).to.include(problem);
  });

  it('is refused with the name of a module of core, and cannot be disabled', async () => {
    expect(await problemOf(notes, notes)).to.include('module notes of createKernel has the same name; rename one');
    const disabled = installation.boot({ modules: [notes], config: { plugins: { disabled: ['notes'] } } });
    expect(await disabled.catch((error: unknown) => (error as Error).message)).to.include('cannot be disabled');
    installation.write({ 'core/notes/module.json': manifest('notes') });
    expect(await problemOf(notes)).to.include('core/notes has the same name');
  });
});

it('The test kit starts modules given as code without a database', async () => {
  const installation = new Installation();
  const seen: string[] = [];
  const listener: CodeModule = {
    name: 'listener',
    subscribers: { log: subscribe('order.paid', () => () => void seen) },
  };
  const test = await createTestKernel({ root: installation.root, modules: [notes, listener] });
  try {
    await test.api.get('/api/notes/1').expect(200, { id: '1', text: 'Chalk' });
    await test.reset();
  } finally {
    await test.stop();
    await installation.clear();
  }
});

describe('A kernel inside another server', () => {
  const installation = new Installation();
  const servers: Server[] = [];
  after(async () => {
    for (const server of servers) server.close();
    await installation.clear();
  });

  const started = async (http: object = { passUnknown: true }, more: readonly CodeModule[] = []): Promise<Kernel> => {
    const kernel = await installation.boot({ modules: [notes, ...more], config: { http } });
    await kernel.start();
    return kernel;
  };
  const serve = async (listener: RequestListener): Promise<Requests> => {
    const server = createServer(listener).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return requestsTo(`http://127.0.0.1:${(server.address() as { port: number }).port}`);
  };

  it('passes unknown addresses on to Express, with their headers as they were', async () => {
    const { app } = await started();
    const api = await serve(
      express()
        .use((_request, response, next) => {
          response.setHeader('X-Frame-Options', 'ALLOW');
          next();
        })
        .use(app)
        .use((request, response) => void response.send(request.url)),
    );
    for (const path of ['/', '/page?x=1', '/api/elsewhere']) {
      const { text, headers } = await api.get(path).expect(200);
      expect(text).to.equal(path);
      expect(headers).to.include({ 'x-frame-options': 'ALLOW' }).and.not.have.property('content-security-policy');
    }
    await api.get('/api/notes/1').expect(200);
    await api.delete('/api/notes/1').expect(405);
    await api.get('/healthz').expect(200, { status: 'ok' });
  });

  it('answers unknown addresses itself unless told otherwise, and when it listens', async () => {
    const { app } = await started({});
    await (await serve(express().use(app))).get('/page').expect(404, /There is no such API/);
    const { api } = await installation.serve({ config: { http: { passUnknown: true } } });
    for (const path of ['/', '/page', '/api/elsewhere']) await api.get(path).expect(404, /There is no such API/);
  });

  it('works in Fastify and below a prefix, which its addresses carry', async () => {
    const { app } = await started({ passUnknown: true, publicUrl: 'http://school.example/v1' });
    const server = fastify();
    await server.register(middie);
    server.use('/v1', app);
    server.get('/about', () => 'About');
    const api = requestsTo(await server.listen({ host: '127.0.0.1', port: 0 }));
    const { headers } = await api.post('/v1/api/notes').send({ text: 'Chalk' }).expect(201);
    expect(headers['location']).to.equal('/v1/api/notes/7');
    expect((await api.get('/v1/api/openapi.json').expect(200)).body.servers[0].url).to.equal('/v1');
    await api.get('/about').expect(200, 'About');
    await api.get('/v1/elsewhere').expect(404, /Route GET:\/v1\/elsewhere not found/);
    await server.close();
  });

  it('works in a server with a handler of node:http, such as that of Next.js', async () => {
    const { app } = await started();
    const handle: RequestListener = (request, response) =>
      void response.setHeader('Content-Type', 'text/plain').end(`page ${request.url}`);
    const api = await serve((request, response) => app(request, response, () => handle(request, response)));
    await api.get('/api/notes/1').expect(200);
    await api.get('/about').expect(200, 'page /about');
  });

  it('warns of a prefix that publicUrl lacks', async () => {
    const { app } = await started({});
    express().use('/v1', app);
    expect(installation.logs.join()).to.include('The kernel is mounted at /v1, which is missing in the links');
  });

  it('reports a body that was read before it', async () => {
    const { app } = await started();
    const api = await serve(express().use(express.json(), app));
    await api.post('/api/notes').send({ text: 'Chalk' }).expect(500);
    expect(installation.logs.join()).to.include('mount kernel.app before body parsers');
  });

  it('answers all failures with the error body of its host', async () => {
    const schema = { type: 'object', properties: { ok: { const: false }, message: { type: 'string' } } };
    const write: Services['errorBodies']['write'] = ({ status, message }) => {
      if (status === 405) throw new RangeError('no text');
      return JSON.stringify({ ok: false, message });
    };
    const errors = {
      name: 'errors',
      services: { errorBodies: decorates<Services['errorBodies']>(() => ({ write, schema })) },
    };
    const { app } = await started({}, [errors]);
    const api = await serve(app);
    const message = 'There is no such API; correct the address.';
    for (const path of ['/api/elsewhere', '/elsewhere']) await api.get(path).expect(404, { ok: false, message });
    await api.delete('/api/notes/1').expect(405, /"error":\{"code":12/);
    expect(installation.logs.join()).to.include('the body of an error could not be written');
    const { components } = (await api.get('/api/openapi.json')).body;
    expect(components.schemas.Error).to.deep.include({ properties: schema.properties });
    expect(JSON.stringify(components.responses)).to.not.include('"requestId"');
  });
});
