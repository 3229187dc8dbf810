import { useLoad } from '../load.ts';
import { NotFound } from '../parts/not_found.tsx';
import { Loading } from '../parts/notice.tsx';
import { collectionAt, collectionsOf, parameterNames, type Collection } from '../collections.ts';
import { document, type Document } from '../records.ts';
import { Link, pathOf, place } from '../router.tsx';
import { t } from '../translations.ts';
import { RecordList } from './record_list.tsx';
import { RecordPage } from './record.tsx';
import { AddRecord } from './record_add.tsx';

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
