import { useRef, useState } from 'preact/hooks';
import { request, type ApiError } from '../api.ts';
import { fieldsOf, textOf } from '../fields.ts';
import { useLoad } from '../load.ts';
import { Loading, messageOf, Problem } from '../parts/notice.tsx';
import { RecordForm } from '../parts/record_form.tsx';
import { answerSchema, bodySchema, collectionsOf, filled, parameterOf } from '../records.ts';
import { go, Link, pathOf } from '../router.tsx';
import { t } from '../words.ts';
import { cellOf, type Row } from './record_cell.ts';
import type { ListProps } from './record_list.tsx';

/** The form that adds a record to a list. */
export function AddRecord({ document, collection, parents }: ListProps) {
  const { address, add, item } = collection;
  const body = bodySchema(document, add);
  const here = { list: address, ...parents };
  const saved = (answer: unknown) => {
    const row = (answer ?? {}) as Row;
    const id = row[parameterOf(item ?? '')] ?? row['id'];
    go(pathOf('/records', { ...here, ...(collection.get && { record: textOf('text', id) }) }));
  };
  return (
    <>
      <p>
        <Link to={pathOf('/records', here)}>← {address.replace('/api/', '')}</Link>
      </p>
      <h1>{t('addRecord')}</h1>
      <p>{add?.summary}</p>
      {body ? (
        <RecordForm
          method="POST"
          address={filled(address, parents)}
          fields={fieldsOf(document, body)}
          values={{}}
          onSaved={saved}
        />
      ) : (
        <p>{t('noForm')}</p>
      )}
    </>
  );
}

/** A record: its fields, the form that changes it, and the lists below it. */
export function RecordPage({ document, collection, parents, id }: ListProps & { readonly id: string }) {
  const { address, item = '', get, update, remove } = collection;
  const own = filled(item, { ...parents, [parameterOf(item)]: id });
  const loaded = useLoad(() => request<Row>('GET', own), own);
  const [saves, setSaves] = useState(0);
  const body = bodySchema(document, update);
  const here = { list: address, ...parents };
  const again = () => {
    setSaves(saves + 1);
    loaded.again();
  };
  return (
    <>
      <p>
        <Link to={pathOf('/records', here)}>← {address.replace('/api/', '')}</Link>
      </p>
      <h1>{own.replace('/api/', '')}</h1>
      <div role="status">{saves > 0 && <p>{t('presentLoaded')}</p>}</div>
      <Loading of={loaded}>
        {({ data, etag }) => (
          <>
            <Values row={data} document={document} get={get} />
            {body && (
              <>
                <h2>{t('change')}</h2>
                <RecordForm
                  key={`${etag ?? ''} ${saves}`}
                  method="PATCH"
                  address={own}
                  fields={fieldsOf(document, body)}
                  values={data}
                  etag={takesRevision(update) ? etag : undefined}
                  onSaved={again}
                  onReload={again}
                />
              </>
            )}
          </>
        )}
      </Loading>
      <Below document={document} item={item} parents={{ ...parents, [parameterOf(item)]: id }} />
      {remove && <Remove address={own} onRemoved={() => go(pathOf('/records', here))} />}
    </>
  );
}

function takesRevision(update: ListProps['collection']['update']): boolean {
  return update?.parameters?.some(({ $ref }) => $ref?.endsWith('/If_Match')) === true;
}

interface ValuesProps extends Pick<ListProps, 'document'> {
  readonly row: Row;
  readonly get: ListProps['collection']['get'];
}

function Values({ row, document, get }: ValuesProps) {
  const { properties = {} } = get ? answerSchema(document, get) : {};
  return (
    <dl class="values">
      {Object.entries(row).map(([name, value]) => (
        <div key={name}>
          <dt title={properties[name]?.description}>{name}</dt>
          <dd>
            {typeof value === 'object' && value !== null ? (
              <pre>{JSON.stringify(value, null, 2)}</pre>
            ) : (
              cellOf(value, properties[name] ?? {})
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Lists below a record, such as the members of a course. */
function Below({ document, item, parents }: Pick<ListProps, 'document' | 'parents'> & { readonly item: string }) {
  const nameless = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');
  const below = collectionsOf(document).filter(({ address }) => nameless(address).startsWith(`${nameless(item)}/`));
  if (below.length === 0) return null;
  const values = Object.values(parents);
  const linkOf = (address: string) => {
    const names = Array.from(address.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
    return pathOf('/records', {
      list: address,
      ...Object.fromEntries(names.map((name, at) => [name, values[at] ?? ''])),
    });
  };
  return (
    <>
      <h2>{t('below')}</h2>
      <ul>
        {below.map(({ address, list }) => (
          <li key={address}>
            <Link to={linkOf(address)}>{address.slice(address.lastIndexOf('}') + 2)}</Link>{' '}
            <small>{list.summary}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Removes a record, after a question. */
function Remove({ address, onRemoved }: { readonly address: string; readonly onRemoved: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [error, setError] = useState<ApiError>();
  const remove = async () => {
    dialog.current?.close();
    try {
      await request('DELETE', address);
      onRemoved();
    } catch (thrown) {
      setError(thrown as ApiError);
    }
  };
  return (
    <>
      {error && <Problem>{messageOf(error)}</Problem>}
      <button type="button" class="danger" onClick={() => dialog.current?.showModal()}>
        {t('remove')}
      </button>
      <dialog ref={dialog} aria-label={t('remove')}>
        <p>{t('removeQuestion', { what: address.replace('/api/', '') })}</p>
        <button type="button" class="danger" onClick={() => void remove()}>
          {t('remove')}
        </button>{' '}
        <button type="button" onClick={() => dialog.current?.close()}>
          {t('cancel')}
        </button>
      </dialog>
    </>
  );
}
