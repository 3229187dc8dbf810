import { read } from '../api.ts';
import { kindOf, textOf } from '../fields.ts';
import { useLoad } from '../load.ts';
import { Loading } from '../parts/notice.tsx';
import { Pager } from '../parts/pager.tsx';
import { Table } from '../parts/table.tsx';
import { filled, itemSchema, parameterOf, queryOf, type Collection, type Document } from '../records.ts';
import { go, Link, pathOf, place } from '../router.tsx';
import { t } from '../words.ts';
import { cellOf, type Row } from './record_cell.ts';

/** A list with the values of the parameters in its address. */
export interface ListProps {
  readonly document: Document;
  readonly collection: Collection;
  readonly parents: Readonly<Record<string, string>>;
}

type Page = readonly Row[] | { readonly data: readonly Row[]; readonly paging: { readonly total?: number } };

const PAGE = 20;
const MOST_COLUMNS = 7;
const paging = new Set(['offset', 'limit', 'after', 'fields']);

/** A list with its conditions, as the API declares them. */
export function RecordList({ document, collection, parents }: ListProps) {
  const { query } = place.use();
  const { address, list, add } = collection;
  const parameters = queryOf(document, list);
  const isPaged = parameters.some(({ name }) => name === 'offset');
  const conditions = parameters.filter(({ name }) => !paging.has(name));
  const given = Object.fromEntries(conditions.map(({ name }) => [name, query.get(name) ?? undefined]));
  const offset = Number(query.get('offset') ?? 0);
  const pages = isPaged ? { offset: String(offset), limit: String(PAGE) } : {};
  const asked = pathOf(filled(address, parents), { ...given, ...pages });
  const loaded = useLoad(() => read<Page>(asked), asked);
  const here = { list: address, ...parents };
  return (
    <>
      <p>
        <Link to="/records">← {t('records')}</Link>
      </p>
      <h1>{filled(address, parents).replace('/api/', '')}</h1>
      <p>{list.summary}</p>
      {add && (
        <p>
          <Link to={pathOf('/records', { ...here, add: '1' })}>{t('addRecord')}</Link>
        </p>
      )}
      <Conditions document={document} collection={collection} here={here} />
      <Loading of={loaded}>
        {(page) => {
          const rows = 'data' in page ? page.data : page;
          const total = 'data' in page ? (page.paging.total ?? offset + rows.length) : rows.length;
          const onPage = (next: number) => go(pathOf('/records', { ...here, ...given, offset: String(next) }));
          return (
            <>
              <Rows document={document} collection={collection} rows={rows} here={here} />
              {isPaged && <Pager offset={offset} size={PAGE} total={total} onPage={onPage} />}
            </>
          );
        }}
      </Loading>
    </>
  );
}

interface ConditionsProps extends Omit<ListProps, 'parents'> {
  readonly here: Readonly<Record<string, string>>;
}

/** Search, conditions and order of a list: its query parameters. */
function Conditions({ document, collection, here }: ConditionsProps) {
  const { query } = place.use();
  const conditions = queryOf(document, collection.list).filter(({ name }) => !paging.has(name) && !name.endsWith('[]'));
  if (conditions.length === 0) return null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    const given = Object.fromEntries(conditions.map(({ name }) => [name, fields.get(name) as string]));
    go(pathOf('/records', { ...here, ...given }));
  };
  return (
    <form class="search" role="search" onSubmit={submit} key={query.toString()}>
      {conditions.map(({ name, description, schema, required }) => {
        const { kind, words } = kindOf(document, schema);
        const options = kind === 'flag' ? ['true', 'false'] : words;
        const shared = {
          name,
          title: description,
          required,
          defaultValue: query.get(name) ?? textOf('text', schema.default),
        };
        return (
          <label key={name}>
            {name}
            {options.length > 0 ? (
              <select {...shared}>
                {schema.default === undefined && <option value="">–</option>}
                {options.map((word) => (
                  <option key={word}>{word}</option>
                ))}
              </select>
            ) : (
              <input {...shared} />
            )}
          </label>
        );
      })}
      <button>{t('search')}</button>
    </form>
  );
}

interface RowsProps extends ConditionsProps {
  readonly rows: readonly Row[];
}

function Rows({ document, collection, rows, here }: RowsProps) {
  const { properties = {} } = itemSchema(document, collection.list) ?? {};
  const parameter = parameterOf(collection.item ?? '');
  const idOf = (row: Row) => textOf('text', row[parameter] ?? row['id']);
  const names = Object.entries(properties).filter(([, schema]) => isPlain(schema.type));
  const columns = names.slice(0, MOST_COLUMNS).map(([name, schema], index) => ({
    title: name,
    cell: (row: Row) => {
      const text = cellOf(row[name], schema);
      const to = pathOf('/records', { ...here, record: idOf(row) });
      return index === 0 && collection.get && idOf(row) !== '' ? <Link to={to}>{text}</Link> : text;
    },
  }));
  return <Table label={t('records')} rows={rows} columns={columns} keyOf={(row) => idOf(row) || JSON.stringify(row)} />;
}

function isPlain(type: string | readonly string[] | undefined): boolean {
  return [type].flat().every((one) => one !== 'object' && one !== 'array' && one !== undefined);
}
