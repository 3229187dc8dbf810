import { useEffect, useState } from 'preact/hooks';
import { ModuleOf, Status, type RequestLine } from '../../parts/request_status.tsx';
import { SearchForm, type Condition } from '../../parts/search_form.tsx';
import { Table } from '../../parts/table.tsx';
import { Values } from '../../parts/values.tsx';
import { Back, Link, pathOf, place } from '../../router.tsx';
import { useStream } from '../../server/stream.ts';
import { number, t, time } from '../../translations.ts';
import { useRead } from '../../server/load.ts';
import { Badge } from '../../parts/badge.tsx';
import { Loading } from '../../parts/notice.tsx';
import { Sending } from '../../parts/sending.tsx';
import { may } from '../../session.ts';
import type { consoleRequest } from '../../../shapes/request.ts';
import type { Answer } from '../../wire.ts';

const MAX_REQUESTS = 200;

const conditions = (): Condition[] => [
  { name: 'route', label: t('address') },
  { name: 'status', label: t('status'), more: { placeholder: '404, 5xx' } },
  { name: 'module', label: t('module') },
  { name: 'user', label: t('user') },
];

/** The live list of answered requests, or one request. */
export function Requests({ path }: { readonly path: string }) {
  return path === '' ? <Tail /> : <RequestPage key={path} id={path} />;
}

function Tail() {
  const { query } = place.use();
  const [lines, setLines] = useState<readonly RequestLine[]>([]);
  const [isPaused, setIsPaused] = useState(false);
  const given = Object.fromEntries(conditions().map(({ name }) => [name, query.get(name) ?? undefined]));
  const address = pathOf('/api/console/request_stream', given);
  useEffect(() => setLines([]), [address]);
  useStream<RequestLine>(isPaused ? undefined : address, (line) =>
    setLines((all) => [line, ...all.slice(0, MAX_REQUESTS - 1)]),
  );
  return (
    <>
      <h1>{t('liveRequests')}</h1>
      <p>{t('watching')}</p>
      <SearchForm conditions={conditions()} />
      <button type="button" onClick={() => setIsPaused(!isPaused)}>
        {t(isPaused ? 'goOn' : 'pause')}
      </button>
      {lines.length === 0 ? <p>{t('noRequest')}</p> : <Lines lines={lines} />}
    </>
  );
}

function Lines({ lines }: { readonly lines: readonly RequestLine[] }) {
  const linked = ({ id, route }: RequestLine) => (
    <Link to={`/requests/${encodeURIComponent(id)}`}>{route || t('unknown')}</Link>
  );
  return (
    <Table
      label={t('liveRequests')}
      rows={lines}
      keyOf={({ id, time: at }) => id + at}
      columns={[
        { title: t('time'), cell: (line) => time(line.time) },
        { title: t('method'), cell: ({ method }) => method },
        { title: t('address'), cell: linked },
        { title: t('status'), cell: ({ status }) => <Status status={status} /> },
        { title: t('duration'), cell: ({ ms }) => `${number(ms, 1)} ms`, isNumber: true },
        { title: t('module'), cell: (line) => <ModuleOf request={line} /> },
        { title: t('user'), cell: ({ nickname }) => nickname ?? '–' },
      ]}
    />
  );
}

type WholeRequest = Answer<typeof consoleRequest>;
type Step = Pick<WholeRequest['spans'][number], 'at' | 'ms' | 'failed'>;

const written = (ms: number | null) => (ms === null ? '–' : `${number(ms, 1)} ms`);

/** Page of one recorded request: properties, spans, statements and error. */
function RequestPage({ id }: { readonly id: string }) {
  const loaded = useRead<WholeRequest>(`/api/console/requests/${encodeURIComponent(id)}`);
  return (
    <>
      <Back to="/requests">{t('liveRequests')}</Back>
      <h1>{id}</h1>
      <Loading of={loaded}>
        {(request) => (
          <>
            <Line request={request} />
            {request.error && <ErrorOf error={request.error} />}
            <Spans request={request} />
            <Statements request={request} />
            <Again request={request} />
          </>
        )}
      </Loading>
    </>
  );
}

/** Button that sends a recorded request again, if the method is GET and the whole path is recorded. */
function Again({ request: { method, path } }: Shown) {
  if (method !== 'GET' || path === '' || path.includes('{')) return <p>{t('notRepeatable')}</p>;
  return (
    <section>
      <h2>{t('sendAgain')}</h2>
      <p>{t('sendAgainHow')}</p>
      <Sending written={() => ({ method, path, body: '' })}>{t('sendAgain')}</Sending>
    </section>
  );
}

interface Shown {
  readonly request: WholeRequest;
}

function Line({ request }: Shown) {
  const { method, route, path, status, ms, nickname, userId, time: at } = request;
  const explained = pathOf('/routes/explain', { method, path: route });
  return (
    <Values
      of={[
        { name: t('time'), value: time(at) },
        { name: t('address'), value: `${method} ${path}` },
        {
          name: t('routes'),
          value: may('console_route') && route !== '' ? <Link to={explained}>{route}</Link> : route,
        },
        { name: t('status'), value: <Status status={status} /> },
        { name: t('duration'), value: written(ms) },
        { name: t('module'), value: <ModuleOf request={request} /> },
        { name: t('user'), value: userId === null ? '–' : `${nickname ?? ''} (${userId})` },
      ]}
    />
  );
}

function ErrorOf({ error: { message, stack } }: { readonly error: NonNullable<WholeRequest['error']> }) {
  return (
    <section>
      <h2>{t('errorOf')}</h2>
      <div class="notice problem">
        <p>{message}</p>
        <pre>{stack.join('\n')}</pre>
      </div>
    </section>
  );
}

const state = ({ failed }: Step) => failed && <Badge state="problem">{t('failed')}</Badge>;

function Spans({ request: { spans } }: Shown) {
  return (
    <section>
      <h2>{t('spans')}</h2>
      <Table
        label={t('spans')}
        rows={spans}
        keyOf={({ name }) => name}
        columns={[
          { title: t('name'), cell: ({ name }) => name },
          { title: t('begin'), cell: ({ at }) => written(at), isNumber: true },
          { title: t('duration'), cell: ({ ms }) => written(ms), isNumber: true },
          { title: t('file'), cell: ({ file }) => <code>{file}</code> },
          { title: t('state'), cell: state },
        ]}
      />
    </section>
  );
}

function Statements({ request: { statements, more } }: Shown) {
  return (
    <section>
      <h2>{t('statements')}</h2>
      <Table
        label={t('statements')}
        rows={statements.map((one, index) => ({ ...one, index }))}
        keyOf={({ index }) => String(index)}
        columns={[
          { title: t('statement'), cell: ({ text }) => <code>{text}</code> },
          { title: t('begin'), cell: ({ at }) => written(at), isNumber: true },
          { title: t('duration'), cell: ({ ms }) => written(ms), isNumber: true },
          { title: t('rows'), cell: ({ rows }) => (rows === null ? '' : number(rows)), isNumber: true },
          { title: t('state'), cell: state },
        ]}
      />
      {more > 0 && <p>{t('moreStatements', { count: more })}</p>}
    </section>
  );
}
