import { usePage } from '../../server/load.ts';
import { Badge } from '../../parts/badge.tsx';
import { Loading } from '../../parts/notice.tsx';
import { Pager } from '../../parts/pager.tsx';
import { SearchForm, type Condition } from '../../parts/search_form.tsx';
import { Table } from '../../parts/table.tsx';
import { Link, pathOf } from '../../router.tsx';
import { t } from '../../translations.ts';
import { RoutePage } from './route.tsx';
import type { consoleRoute } from '../../../shapes/route.ts';
import type { Answer } from '../../wire.ts';

type RouteRow = Answer<typeof consoleRoute>;

interface Page {
  readonly data: readonly RouteRow[];
  readonly paging: { readonly total: number };
}

const PAGE = 50;
const layers = ['core', 'plugins', 'custom'] as const;

const conditions = (): Condition[] => [
  { name: 'q', label: t('address') },
  { name: 'module', label: t('module') },
  { name: 'layer', label: t('layer'), choices: layers.map((layer) => [layer, layer]) },
  { name: 'access', label: t('access') },
];

/** The list of routes, or the explanation of one route. */
export function Routes({ path }: { readonly path: string }) {
  return path === 'explain' ? <RoutePage /> : <RouteList />;
}

function RouteList() {
  const { loaded } = usePage<Page>('/api/console/routes', { conditions: conditions(), size: PAGE });
  return (
    <>
      <h1>{t('routes')}</h1>
      <SearchForm conditions={conditions()} />
      <Loading of={loaded}>
        {({ data, paging }) => (
          <>
            <RouteTable rows={data} />
            <Pager size={PAGE} total={paging.total} />
          </>
        )}
      </Loading>
    </>
  );
}

/** Adds optional line breaks after the slashes of a path. */
function breakable(path: string) {
  return path.split('/').flatMap((part, at) => (at === 0 ? [part] : ['/', <wbr key={at} />, part]));
}

function RouteTable({ rows }: { readonly rows: readonly RouteRow[] }) {
  const explained = ({ method, address }: RouteRow) =>
    method === '*' ? address : <Link to={pathOf('/routes/explain', { method, path: address })}>{address}</Link>;
  const remark = ({ disabled, deprecated }: RouteRow) =>
    [disabled ? t('disabled') : '', deprecated ? t('deprecated') : ''].filter(Boolean).join(', ');
  const fileOf = ({ file, overrides }: RouteRow) => (
    <div>
      <code>{breakable(file)}</code>
      {overrides.length > 0 && (
        <small>
          {t('overrides')}: <code>{breakable(overrides.join(', '))}</code>
        </small>
      )}
    </div>
  );
  return (
    <Table
      label={t('routes')}
      rows={rows}
      keyOf={({ method, address }) => `${method} ${address}`}
      columns={[
        { title: t('method'), cell: ({ method }) => method },
        {
          title: t('address'),
          cell: (row) => (
            <>
              {explained(row)}
              {remark(row) && <small>{remark(row)}</small>}
            </>
          ),
        },
        { title: t('access'), cell: ({ access }) => <Badge state={access}>{access}</Badge> },
        { title: t('module'), cell: ({ module, layer }) => `${module} (${layer})` },
        { title: t('file'), cell: fileOf },
      ]}
    />
  );
}
