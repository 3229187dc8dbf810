import type { ComponentChildren } from 'preact';
import { request, type Answered } from '../../server/api.ts';
import { fieldsOf } from '../../fields.ts';
import { useBase, useLoad } from '../../server/load.ts';
import { Asked } from '../../parts/asked.tsx';
import { NotFound } from '../../parts/not_found.tsx';
import { Loading } from '../../parts/notice.tsx';
import { RecordForm } from '../../parts/record_form.tsx';
import { Values } from '../../parts/values.tsx';
import { goWithMessage } from '../../parts/page_message.tsx';
import {
  collectionsBelow,
  filled,
  isRefused,
  parameterOf,
  parentsOf,
  partBelow,
  summaryIn,
  type ListProps,
} from '../../collections.ts';
import { answerSchema, bodySchema, type Operation } from '../../records.ts';
import { Back, Link, origin, pathOf } from '../../router.tsx';
import { t } from '../../translations.ts';
import { Acts } from './record_acts.tsx';
import { nameOf, valuesOf, type Row } from './record_cell.tsx';
import { BackToOrigin, listOf } from './record_parent.tsx';

/** Page of a record: its fields, the form for changes, further operations, and lists below the record. */
export function RecordPage({ document, collection, parents, id }: ListProps & { readonly id: string }) {
  const { address, item = '', get, update, remove } = collection;
  const own = filled(item, { ...parents, [parameterOf(item)]: id });
  const loaded = useLoad(() => request<Row>('GET', own), own);
  const { base, count, said, take } = useBase(loaded);
  const body = bodySchema(document, update);
  const here = { list: address, ...parents, back: origin() };
  const toList = <Back to={listOf(here)}>{filled(address, parents).replace('/api/', '')}</Back>;
  const isDirect = Object.keys(parents).length === 0 && origin().startsWith('/money/payments');
  const record = { schema: get ? answerSchema(document, get) : {}, row: loaded.data?.data ?? base?.data ?? {} };
  const shared = { document, item, parents: { ...parents, [parameterOf(item)]: id } };
  const presentOf = (now: Answered<Row>) => ({ values: now.data, etag: takesRevision(update) ? now.etag : undefined });
  if (loaded.error?.status === 404) return <NoRecord toList={toList} />;
  return (
    <>
      {isDirect ? <BackToOrigin>{toList}</BackToOrigin> : toList}
      <h1>{own.replace('/api/', '')}</h1>
      <Loading of={loaded}>{({ data }) => <Values of={valuesOf(data, record.schema)} />}</Loading>
      {base && body && (
        <>
          <h2>{t('change')}</h2>
          <RecordForm
            key={count}
            method="PATCH"
            address={own}
            fields={fieldsOf(document, body)}
            initially={presentOf(base)}
            present={async () => presentOf(await request<Row>('GET', own))}
            said={said}
            onSaved={() => take(t('saved'))}
            onReload={() => take(t('presentLoaded'))}
          />
        </>
      )}
      {base && <Below {...shared} />}
      {base && <Acts {...shared} own={own} record={record} />}
      {loaded.data && remove && !isRefused(record.schema, record.row, 'DELETE') && (
        <Remove
          own={own}
          act={summaryIn(record, 'DELETE') ?? remove.summary}
          name={nameOf(record)}
          ifMatch={takesRevision(remove) ? loaded.data.etag : undefined}
          list={listOf(here)}
        />
      )}
    </>
  );
}

function NoRecord({ toList }: { readonly toList: ComponentChildren }) {
  return (
    <>
      {toList}
      <NotFound />
    </>
  );
}

function takesRevision(operation: Operation | undefined): boolean {
  return operation?.parameters?.some(({ $ref }) => $ref?.endsWith('/If_Match')) === true;
}

/** Links to the lists below a record. */
function Below({ document, item, parents }: Pick<ListProps, 'document' | 'parents'> & { readonly item: string }) {
  const below = collectionsBelow(document, item);
  if (below.length === 0) return null;
  const linkOf = (address: string) =>
    pathOf('/records', { list: address, ...parentsOf(address, parents), back: origin() });
  return (
    <>
      <h2>{t('below')}</h2>
      <ul>
        {below.map(({ address, list }) => (
          <li key={address}>
            <Link to={linkOf(address)}>{partBelow(address)}</Link> <small>{list.summary}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

interface RemoveProps {
  readonly own: string;
  /** Summary of the operation in the state of the record. */
  readonly act: string;
  /** Title or other name of the record; undefined for a record without one. */
  readonly name: string | undefined;
  /** ETag of the shown record: in another state, the operation may do something else. */
  readonly ifMatch: string | undefined;
  /** Address of the page to show after the removal. */
  readonly list: string;
}

/** Button for the DELETE operation of a record. Its text is the summary, because some operations do not delete. */
function Remove({ own, act, name, ifMatch, list }: RemoveProps) {
  const address = own.replace('/api/', '');
  const remove = async () => {
    await request('DELETE', own, { ifMatch });
    goWithMessage(list, t('finished', { what: act }));
  };
  return (
    <div class="apart">
      <Asked to={name === undefined ? address : `${name} (${address})`} run={remove}>
        {act}
      </Asked>
    </div>
  );
}
