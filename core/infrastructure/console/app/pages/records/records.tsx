import { useLoad, usePage } from '../../server/load.ts';
import { NotFound } from '../../parts/not_found.tsx';
import { Loading } from '../../parts/notice.tsx';
import {
  collectionAt,
  collectionsOf,
  parameterNames,
  type Collection,
  filled,
  parameterOf,
  parentOf,
  titleOfAdding,
  type ListProps,
} from '../../collections.ts';
import { document, type Document, itemSchema, queryOf, type Operation, type Parameter } from '../../records.ts';
import { Back, Link, pathOf, place, origin } from '../../router.tsx';
import { t } from '../../translations.ts';
import { RecordPage } from './record.tsx';
import { AddRecord } from './record_add.tsx';
import { kindOf, labelOf, textOf } from '../../fields.ts';
import { FieldLabel } from '../../parts/field_label.tsx';
import { Pager } from '../../parts/pager.tsx';
import { SearchForm, type Condition } from '../../parts/search_form.tsx';
import { Table } from '../../parts/table.tsx';
import { Cell, type Page, type Row, Columns, columnsIn, useChosenColumns, usefulColumns } from './record_cell.tsx';
import { BackToOrigin, Offered, pageOf, searchOf } from './record_parent.tsx';

// The most used lists come first.
const first = ['/api/users', '/api/articles', '/api/orders'];

/**
 * Page that the query of the address selects: all lists of the API, one list, one record, or the form that adds a
 * record.
 */
export function Records({ path }: { readonly path: string }) {
  const { query } = place.use();
  const loaded = useLoad(document, 'document');
  if (path !== '') return <NotFound />;
  return <Loading of={loaded}>{(found) => <Shown document={found} query={query} />}</Loading>;
}

function Shown({ document, query }: { readonly document: Document; readonly query: URLSearchParams }) {
  const address = query.get('list') ?? '';
  const collection = collectionAt(document, address);
  if (!collection) return address === '' ? <Index document={document} /> : <NotFound />;
  const parents = Object.fromEntries(parameterNames(address).map((name) => [name, query.get(name) ?? '']));
  const shared = { document, collection, parents };
  const id = query.get('record');
  if (query.has('add')) return <AddRecord {...shared} />;
  if (id !== null && !collection.get) return <NotFound />;
  return id === null ? <RecordList key={address} {...shared} /> : <RecordPage key={address + id} {...shared} id={id} />;
}

function Index({ document }: { readonly document: Document }) {
  const all = collectionsOf(document).filter(({ address }) => !address.includes('{'));
  const rank = ({ address }: Collection) => (first.indexOf(address) + first.length + 1) % (first.length + 1);
  const rankOf = (one: Collection) => (first.includes(one.address) ? rank(one) : first.length + 1);
  const sorted = [...all].sort((a, b) => rankOf(a) - rankOf(b));
  return (
    <>
      <h1>{t('records')}</h1>
      <ul class="index">
        {sorted.map(({ address, list }) => (
          <li key={address}>
            <Link to={pathOf('/records', { list: address })}>{address.replace('/api/', '')}</Link>{' '}
            <small>{list.summary}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

const PAGE = 20;
const paging = new Set(['offset', 'limit', 'after', 'fields']);

/** Page of a list, with the filters that the OpenAPI document declares. */
function RecordList({ document, collection, parents }: ListProps) {
  const { address, list, add } = collection;
  const parameters = queryOf(document, list);
  const isPaged = parameters.some(({ name }) => name === 'offset');
  const conditions = parameters.filter(({ name }) => !paging.has(name));
  const { offset, loaded } = usePage<Page>(filled(address, parents), {
    conditions,
    size: isPaged ? PAGE : undefined,
  });
  const here = { list: address, ...parents, back: origin() };
  const { query } = place.use();
  const parent = parentOf(document, address, parents);
  return (
    <>
      {parent ? (
        <Back to={pageOf(parent)}>{parent.own.replace('/api/', '')}</Back>
      ) : (
        <BackToOrigin>
          <Back to="/records">{t('records')}</Back>
        </BackToOrigin>
      )}
      <h1>{filled(address, parents).replace('/api/', '')}</h1>
      <p>{list.summary}</p>
      {add && (
        <Offered document={document} address={address} parent={parent}>
          <p>
            <Link to={pathOf('/records', { ...here, add: '1', search: searchOf(query, here) })}>
              {titleOfAdding(collection)}
            </Link>
          </p>
        </Offered>
      )}
      <Conditions document={document} list={list} />
      <Loading of={loaded}>
        {(page) => {
          const rows = 'data' in page ? page.data : page;
          const { total = offset + rows.length, isEstimate } = 'data' in page ? page.paging : {};
          return (
            <>
              <Rows document={document} collection={collection} rows={rows} here={here} />
              {isPaged && <Pager size={PAGE} total={total} isEstimate={isEstimate} />}
            </>
          );
        }}
      </Loading>
    </>
  );
}

/** Search form with the query parameters of a list. */
function Conditions({ document, list }: { readonly document: Document; readonly list: Operation }) {
  const conditions = queryOf(document, list).filter(({ name }) => !paging.has(name) && !name.endsWith('[]'));
  if (conditions.length === 0) return null;
  const conditionOf = ({ name, description, schema, required }: Parameter): Condition => {
    const { kind, words } = kindOf(document, schema);
    return {
      name,
      label: <FieldLabel name={name} label={labelOf(name, description)} />,
      choices: (kind === 'flag' ? ['true', 'false'] : words).map((word) => [word, word]),
      initial: textOf('text', schema.default),
      more: { title: description, required },
    };
  };
  return <SearchForm conditions={conditions.map(conditionOf)} />;
}

interface RowsProps extends Omit<ListProps, 'parents'> {
  readonly here: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
}

function Rows({ document, collection, rows, here }: RowsProps) {
  const { properties = {} } = itemSchema(document, collection.list) ?? {};
  const parameter = parameterOf(collection.item ?? '');
  const idOf = (row: Row) => textOf('text', row[parameter] ?? row['id']);
  const [chosen, choose] = useChosenColumns(collection.address);
  const search = searchOf(place.use().query, here);
  const names = chosen ?? usefulColumns(document, collection);
  const columns = names.map((name, index) => ({
    title: name,
    cell: (row: Row) => {
      const text = <Cell value={row[name]} schema={properties[name] ?? {}} />;
      const to = pathOf('/records', { ...here, record: idOf(row), search });
      return index === 0 && collection.get && idOf(row) !== '' ? <Link to={to}>{text}</Link> : text;
    },
  }));
  return (
    <>
      <Columns all={columnsIn(properties)} shown={names} onChoice={choose} />
      <Table label={t('records')} rows={rows} columns={columns} keyOf={(row) => idOf(row) || JSON.stringify(row)} />
    </>
  );
}
