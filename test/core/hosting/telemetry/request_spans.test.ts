import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { expect } from 'chai';
import supertest from 'supertest';
import { RequestContext } from '../../../../core/kernel/http/request_context.ts';
import { RequestSpans } from '../../../../core/hosting/telemetry/request_spans.ts';
import { Installation } from '../../../support/installation.ts';
import { startOwnPlatform, tokenOf, type Platform } from '../../../support/platform.ts';
import { probe } from '../../kernel/http/probe.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';
/** Names of the spans of statements. */
const statements = /^[A-Z]+$/;

describe('Traces', () => {
  const exporter = new InMemorySpanExporter();
  const untraced = new Installation(probe);
  const traced = new Installation(probe);
  let plain: ReturnType<typeof supertest>;
  let api: ReturnType<typeof supertest>;
  let platform: Platform;

  before(async () => {
    plain = (await untraced.serve()).api;
    new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
    api = (await traced.serve()).api;
    platform = await startOwnPlatform();
  });
  after(async () => {
    trace.disable();
    context.disable();
    propagation.disable();
    await Promise.all([untraced.clear(), traced.clear(), platform.stop()]);
  });
  beforeEach(() => {
    exporter.reset();
  });

  const spans = () => exporter.getFinishedSpans();
  const server = () => spans().filter(({ kind }) => kind === SpanKind.SERVER);
  const under = (parent: ReadableSpan) =>
    spans().filter(({ parentSpanContext }) => parentSpanContext?.spanId === parent.spanContext().spanId);

  it('lead from the caller to the request, its operation and its statements', async () => {
    const token = await tokenOf(platform.kernel, 'student');
    const { database } = platform.kernel.services;
    const exercises = database.table<{ id: string; status: string }>('item_bank_exercises');
    const { id } = (await exercises.where('status', 'published').first('id'))!;
    exporter.reset();
    const call = platform.api.get(`/api/item_bank_exercise/${id}`).set('X-Auth-Token', token);
    await call.set('traceparent', `00-${traceId}-${parentId}-01`).set('tracestate', 'vendor=1').expect(200);
    const [request] = server();
    expect(request!.name).to.equal('GET /api/item_bank_exercises/{id}');
    expect(request!.parentSpanContext).to.include({ traceId, spanId: parentId });
    expect(request!.spanContext().traceState?.serialize()).to.equal('vendor=1');
    expect(request!.attributes).to.include({
      'http.request.method': 'GET',
      'http.route': '/api/item_bank_exercises/{id}',
      'http.response.status_code': 200,
      'url.path': `/api/item_bank_exercise/${id}`,
      'lectern.module': 'exercises',
    });
    const [operation] = under(request!).filter(({ name }) => name === 'ItemBankExercises.get');
    expect(operation!.attributes).to.include({
      'lectern.module': 'exercises',
      'code.function.name': 'ItemBankExercises.get',
    });
    const [statement] = under(operation!);
    expect(statement!.kind).to.equal(SpanKind.CLIENT);
    expect(statement!.name).to.equal('SELECT');
    expect(statement!.attributes).to.include({ 'db.system.name': 'postgresql', 'db.operation.name': 'SELECT' });
    expect(statement!.attributes['db.query.text']).to.match(/item_bank_exercises.*\$1/s);
    expect(statement!.attributes['db.response.returned_rows']).to.equal(1);
    const told = JSON.stringify(spans().map(({ name, attributes, events }) => ({ name, attributes, events })));
    expect(told).to.not.include(token);
  });

  it('begin at jobs, and never at single statements', async () => {
    const { jobs } = platform.kernel.services;
    await jobs.run('events.clean');
    const job = spans().find(({ name }) => name === 'job events.clean');
    expect(job!.parentSpanContext).to.equal(undefined);
    expect(under(job!).length).to.be.above(0);
    expect(spans().filter(({ name, parentSpanContext }) => statements.test(name) && !parentSpanContext)).to.deep.equal(
      [],
    );
  });

  it('have their ids in log lines', async () => {
    const other = traceId.split('').reverse().join('');
    await platform.api.get('/api/articles').set('traceparent', `00-${other}-${parentId}-01`).expect(401);
    const line = platform.logs.map((text) => JSON.parse(text)).find((one) => one.trace_id === other);
    expect(line).to.include({ route: '/articles', status: 401, span_id: server()[0]!.spanContext().spanId });
  });

  it('mark errors with their exception, but no intended failures', async () => {
    await api.get('/api/plugins/probe/failing/throws').expect(500);
    const [request] = server();
    expect(request!.status.code).to.equal(SpanStatusCode.ERROR);
    expect(request!.attributes).to.include({ 'error.type': '500', 'http.response.status_code': 500 });
    expect(request!.events.map(({ name, attributes }) => [name, attributes?.['exception.type']])).to.deep.equal([
      ['exception', 'Error'],
    ]);
    expect(under(request!)[0]!.status.code).to.equal(SpanStatusCode.ERROR);
    exporter.reset();
    await api.get('/api/plugins/probe/failing/mine').expect(400);
    expect(server()[0]!.status.code).to.equal(SpanStatusCode.UNSET);
    expect(under(server()[0]!)[0]!.status.code).to.equal(SpanStatusCode.UNSET);
  });

  it('contain no values of path and query', async () => {
    await api.get('/api/plugins/probe/failing/a-word?token=t').expect(500);
    expect(server()[0]!.attributes['url.path']).to.equal('/api/plugins/probe/failing/{way}');
    exporter.reset();
    await api.get('/api/nowhere/a-word?token=t').expect(404);
    expect(JSON.stringify(server()[0]!.attributes)).to.not.include('a-word');
    expect(server()[0]!.name).to.equal('GET');
  });

  it('are nested in an active span', async () => {
    const around = trace.getTracer('test').startSpan('around');
    const requests = RequestSpans.ifTraced()!;
    const message = new IncomingMessage(new Socket());
    const request = new RequestContext(message, new ServerResponse(message), 'id');
    context.with(trace.setSpan(context.active(), around), () => {
      requests.run(request, () => around.end());
    });
    requests.end(request, 200);
    const [inner] = under(spans().find(({ name }) => name === 'around')!);
    expect([inner!.name, inner!.kind]).to.deep.equal(['GET', SpanKind.INTERNAL]);
  });

  it('are not recorded without an SDK at the start', async () => {
    await plain.get('/api/plugins/probe/echoes/1').set('traceparent', `00-${traceId}-${parentId}-01`).expect(200);
    expect(spans().filter(({ name }) => !statements.test(name))).to.deep.equal([]);
    expect(untraced.logs.join('')).to.not.include('trace_id');
  });
});
