import { read } from '../api.ts';
import { useLoad } from '../load.ts';
import { Badge } from '../parts/badge.tsx';
import { Loading } from '../parts/notice.tsx';
import { ModuleOf, Status, type RequestLine } from '../parts/request_status.tsx';
import { Sending } from '../parts/sending.tsx';
import { Table } from '../parts/table.tsx';
import { Link, pathOf } from '../router.tsx';
import { may } from '../session.ts';
import { number, t, time } from '../translations.ts';

interface Step {
  readonly at: number;
  readonly ms: number | null;
  readonly failed: boolean;
}

interface WholeRequest extends RequestLine {
  readonly spans: readonly (Step & { readonly name: string; readonly file: string | null })[];
  readonly statements: readonly (Step & { readonly text: string; readonly rows: number | null })[];
  readonly more: number;
  readonly error: { readonly message: string; readonly stack: readonly string[] } | null;
}

const written = (ms: number | null) => (ms === null ? '–' : `${number(ms, 1)} ms`);

/** Page of one recorded request: properties, spans, statements and error. */
export function RequestPage({ id }: { readonly id: string }) {
  const loaded = useLoad(() => read<WholeRequest>(`/api/console/requests/${encodeURIComponent(id)}`), id);
  return (
    <>
      <p>
        <Link to="/requests">← {t('liveRequests')}</Link>
      </p>
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
    <dl class="values">
      {[
        [t('time'), time(at)],
        [t('address'), `${method} ${path}`],
        [t('routes'), may('console_route') && route !== '' ? <Link to={explained}>{route}</Link> : route],
        [t('status'), <Status key="status" status={status} />],
        [t('duration'), written(ms)],
        [t('module'), <ModuleOf key="module" request={request} />],
        [t('user'), userId === null ? '–' : `${nickname ?? ''} (${userId})`],
      ].map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
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
