import { useState } from 'preact/hooks';
import { fieldsOf, textOf } from '../fields.ts';
import { RecordForm } from '../parts/record_form.tsx';
import { Secrets } from '../parts/secrets.tsx';
import { goSaying } from '../parts/told.tsx';
import { bodySchema, filled, parameterOf, secretsIn } from '../records.ts';
import { Link, pathOf } from '../router.tsx';
import { t } from '../translations.ts';
import type { Row } from './record_cell.ts';
import type { ListProps } from './record_list.tsx';

interface Made {
  readonly secrets: readonly (readonly [string, string])[];
  readonly to: string;
}

/** The form that adds a record to a list. An answer with secrets is shown, because it cannot be read again. */
export function AddRecord({ document, collection, parents }: ListProps) {
  const { address, add, item } = collection;
  const [made, setMade] = useState<Made>();
  const body = bodySchema(document, add);
  const here = { list: address, ...parents };
  const saved = (answer: unknown) => {
    const row = (answer ?? {}) as Row;
    const id = row[parameterOf(item ?? '')] ?? row['id'];
    const to = pathOf('/records', { ...here, ...(collection.get && { record: textOf('text', id) }) });
    const secrets = add ? secretsIn(document, add, answer) : [];
    if (secrets.length > 0) setMade({ secrets, to });
    else goSaying(to, t('added'));
  };
  return (
    <>
      <p>
        <Link to={pathOf('/records', here)}>← {address.replace('/api/', '')}</Link>
      </p>
      <h1>{t('addRecord')}</h1>
      <p>{made ? t('added') : add?.summary}</p>
      {made && (
        <>
          <Secrets secrets={made.secrets} />
          <Link to={made.to}>{t('openRecord')}</Link>
        </>
      )}
      {!body && <p>{t('noForm')}</p>}
      {!made && body && (
        <RecordForm
          method="POST"
          address={filled(address, parents)}
          fields={fieldsOf(document, body)}
          onSaved={saved}
        />
      )}
    </>
  );
}
