import { useState } from 'preact/hooks';
import { ModuleOf, Status, type RequestLine } from '../parts/request_status.tsx';
import { SearchForm } from '../parts/search_form.tsx';
import { Table } from '../parts/table.tsx';
import { go, Link, pathOf, place } from '../router.tsx';
import { useStream } from '../stream.ts';
import { number, t, time, type Word } from '../translations.ts';
import { RequestPage } from './request.tsx';

const MAX_REQUESTS = 200;
const conditions = ['route', 'status', 'module', 'user'] as const;

/** The live list of answered requests, or one request. */
export function Requests({ path }: { readonly path: string }) {
  return path === '' ? <Tail /> : <RequestPage key={path} id={path} />;
}

function Tail() {
  const { query } = place.use();
  const [lines, setLines] = useState<readonly RequestLine[]>([]);
  const [isPaused, setIsPaused] = useState(false);
  const given = Object.fromEntries(conditions.map((name) => [name, query.get(name) ?? undefined]));
  const address = pathOf('/api/console/request_stream', given);
  useStream<RequestLine>(isPaused ? undefined : address, (line) =>
    setLines((all) => [line, ...all.slice(0, MAX_REQUESTS - 1)]),
  );
  return (
    <>
      <h1>{t('liveRequests')}</h1>
      <p>{t('watching')}</p>
      <Search onSearch={() => setLines([])} />
      <button type="button" onClick={() => setIsPaused(!isPaused)}>
        {t(isPaused ? 'goOn' : 'pause')}
      </button>
      {lines.length === 0 ? <p>{t('noRequest')}</p> : <Lines lines={lines} />}
    </>
  );
}

const names: Readonly<Record<(typeof conditions)[number], Word>> = {
  route: 'address',
  status: 'status',
  module: 'module',
  user: 'user',
};

/** Form for the filters of the requests. The query of the address stores the filters. */
function Search({ onSearch }: { readonly onSearch: () => void }) {
  const { query } = place.use();
  const search = (values: Readonly<Record<string, string>>) => {
    onSearch();
    go(pathOf('/requests', values));
  };
  return (
    <SearchForm names={conditions} onSearch={search}>
      {conditions.map((name) => (
        <label key={name}>
          {t(names[name])}
          <input
            name={name}
            defaultValue={query.get(name) ?? ''}
            placeholder={name === 'status' ? '404, 5xx' : undefined}
          />
        </label>
      ))}
    </SearchForm>
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
