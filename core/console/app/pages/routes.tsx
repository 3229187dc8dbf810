import { read } from '../api.ts';
import { useLoad } from '../load.ts';
import { Badge } from '../parts/badge.tsx';
import { Loading } from '../parts/notice.tsx';
import { Pager } from '../parts/pager.tsx';
import { Table } from '../parts/table.tsx';
import { go, Link, pathOf, place } from '../router.tsx';
import { t } from '../words.ts';
import { RoutePage } from './route.tsx';

interface RouteRow {
  readonly method: string;
  readonly address: string;
  readonly layer: string;
  readonly module: string;
  readonly file: string;
  readonly access: string;
  readonly filter: string;
  readonly overrides: readonly string[];
  readonly disabled: boolean;
  readonly deprecated: boolean;
}

interface Page {
  readonly data: readonly RouteRow[];
  readonly paging: { readonly total: number };
}

const PAGE = 50;
const conditions = ['q', 'module', 'layer', 'access'] as const;

/** The list of routes, or the explanation of one. */
export function Routes({ path }: { readonly path: string }) {
  return path === 'explain' ? <RoutePage /> : <RouteList />;
}

function RouteList() {
  const { query } = place.use();
  const given = Object.fromEntries(conditions.map((name) => [name, query.get(name) ?? undefined]));
  const offset = Number(query.get('offset') ?? 0);
  const address = pathOf('/api/console/routes', { ...given, offset: String(offset), limit: String(PAGE) });
  const loaded = useLoad(() => read<Page>(address), address);
  return (
    <>
      <h1>{t('routes')}</h1>
      <Search />
      <Loading of={loaded}>
        {({ data, paging }) => (
          <>
            <RouteTable rows={data} />
            <Pager
              offset={offset}
              size={PAGE}
              total={paging.total}
              onPage={(next) => go(pathOf('/routes', { ...given, offset: String(next) }))}
            />
          </>
        )}
      </Loading>
    </>
  );
}

/** Conditions of the list; the address of the page keeps them. */
function Search() {
  const { query } = place.use();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    const of = (name: string) => fields.get(name) as string;
    go(pathOf('/routes', Object.fromEntries(conditions.map((name) => [name, of(name)]))));
  };
  const text = (name: 'q' | 'module' | 'access') => <input name={name} defaultValue={query.get(name) ?? ''} />;
  return (
    <form class="search" role="search" onSubmit={submit} key={query.toString()}>
      <label>
        {t('address')}
        {text('q')}
      </label>
      <label>
        {t('module')}
        {text('module')}
      </label>
      <label>
        {t('layer')}
        <select name="layer" defaultValue={query.get('layer') ?? ''}>
          <option value="">{t('all')}</option>
          {['core', 'plugins', 'custom'].map((layer) => (
            <option key={layer}>{layer}</option>
          ))}
        </select>
      </label>
      <label>
        {t('access')}
        {text('access')}
      </label>
      <button>{t('search')}</button>
    </form>
  );
}

function RouteTable({ rows }: { readonly rows: readonly RouteRow[] }) {
  const explained = ({ method, address }: RouteRow) =>
    method === '*' ? address : <Link to={pathOf('/routes/explain', { method, path: address })}>{address}</Link>;
  const remark = ({ disabled, deprecated }: RouteRow) =>
    [disabled ? t('disabled') : '', deprecated ? t('deprecated') : ''].filter(Boolean).join(', ');
  return (
    <Table
      label={t('routes')}
      rows={rows}
      keyOf={({ method, address }) => `${method} ${address}`}
      columns={[
        { title: t('method'), cell: ({ method }) => method },
        { title: t('address'), cell: explained },
        { title: t('access'), cell: ({ access }) => <Badge state={access}>{access}</Badge> },
        { title: t('module'), cell: ({ module, layer }) => `${module} (${layer})` },
        { title: t('filter'), cell: ({ filter }) => filter },
        { title: t('file'), cell: ({ file }) => <code>{file}</code> },
        { title: t('overrides'), cell: ({ overrides }) => <code>{overrides.join(', ')}</code> },
        { title: t('remarks'), cell: remark },
      ]}
    />
  );
}
