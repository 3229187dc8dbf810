import type { ComponentChildren } from 'preact';
import { read } from '../../server/api.ts';
import {
  isRefused,
  parentOf,
  partBelow,
  relatedTo,
  type Collection,
  type Parent,
  type ListProps,
} from '../../collections.ts';
import { useLoad, useRead } from '../../server/load.ts';
import { Loading } from '../../parts/notice.tsx';
import { Table } from '../../parts/table.tsx';
import { Values } from '../../parts/values.tsx';
import { answerSchema, itemSchema, type Document } from '../../records.ts';
import { Back, origin, pathOf, place } from '../../router.tsx';
import { t } from '../../translations.ts';
import { Cell, type Page, type Row, keyFigures, usefulColumns, valuesOf } from './record_cell.tsx';

const SHOWN = 5;

/** Link to the page of Money that led to the shown page; without such a page, the children. */
export function BackToOrigin({ children }: { readonly children: ComponentChildren }) {
  const to = origin();
  if (to === '') return <>{children}</>;
  return <Back to={to}>{t(to.startsWith('/money/payments') ? 'payments' : 'money')}</Back>;
}

/** The search and page of a list, for pages that lead back to the list: its query without the list itself. */
export function searchOf(query: URLSearchParams, here: Readonly<Record<string, string>>): string {
  return new URLSearchParams([...query].filter(([name]) => !(name in here))).toString();
}

/** Address of a list with the search and page that led to the shown page. */
export function listOf(here: Readonly<Record<string, string>>): string {
  const searched = Object.fromEntries(new URLSearchParams(place.value.query.get('search') ?? ''));
  return pathOf('/records', { ...searched, ...here });
}

/** Returns the address of the page of a parent record. */
export function pageOf({ collection, parents, id }: Parent): string {
  return pathOf('/records', { list: collection.address, ...parents, record: id, back: origin() });
}

interface OfferedProps extends Pick<ListProps, 'document'> {
  /** Address of the list. */
  readonly address: string;
  readonly parent: Parent | undefined;
  readonly children: ComponentChildren;
}

/** Shows the children unless the state of the parent record refuses additions to the list. */
export function Offered({ document, address, parent, children }: OfferedProps) {
  const own = parent?.own ?? '';
  const { data } = useLoad(async () => (own === '' ? {} : read<Row>(own)), own);
  const schema = parent ? answerSchema(document, parent.get) : {};
  return <>{data && !isRefused(schema, data, `POST ${partBelow(address)}`) && children}</>;
}

/** Names, states and amounts of the parent record of a list, and the first rows of related lists. */
export function Concerned({ document, collection: { address }, parents }: ListProps) {
  const parent = parentOf(document, address, parents);
  if (!parent) return null;
  return (
    <>
      <Figures document={document} parent={parent} />
      {relatedTo(document, address).map(({ collection, name }) => (
        <Rows key={collection.address} document={document} collection={collection} condition={name} value={parent.id} />
      ))}
    </>
  );
}

function Figures({ document, parent: { get, own } }: { readonly document: Document; readonly parent: Parent }) {
  const loaded = useRead<Row>(own);
  const schema = answerSchema(document, get);
  return <Loading of={loaded}>{(row) => <Values of={valuesOf(row, schema, keyFigures(schema, row))} />}</Loading>;
}

interface RowsProps {
  readonly document: Document;
  readonly collection: Collection;
  /** Name of the query parameter that filters the list by `value`. */
  readonly condition: string;
  readonly value: string;
}

function Rows({ document, collection, condition, value }: RowsProps) {
  const { address, list } = collection;
  const asked = pathOf(address, { [condition]: value, limit: String(SHOWN) });
  const loaded = useRead<Page>(asked);
  const { properties = {} } = itemSchema(document, list) ?? {};
  return (
    <Loading of={loaded}>
      {(page) => {
        const rows = 'data' in page ? page.data : page;
        if (rows.length === 0) return null;
        const names = usefulColumns(document, collection, condition);
        const columns = names.map((name) => ({
          title: name,
          cell: (row: Row) => <Cell value={row[name]} schema={properties[name] ?? {}} />,
        }));
        const label = address.replace('/api/', '');
        return (
          <>
            <p>{label}</p>
            <Table label={label} rows={rows} columns={columns} keyOf={JSON.stringify} />
          </>
        );
      }}
    </Loading>
  );
}
