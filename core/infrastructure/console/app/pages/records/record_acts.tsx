import { useState } from 'preact/hooks';
import { request } from '../../server/api.ts';
import { fieldsOf } from '../../fields.ts';
import { Asked } from '../../parts/asked.tsx';
import { RecordForm } from '../../parts/record_form.tsx';
import { Secrets } from '../../parts/secrets.tsx';
import {
  actsBelow,
  collectionsBelow,
  filled,
  isRefused,
  parentsOf,
  partBelow,
  type Act,
  type ListProps,
} from '../../collections.ts';
import { bodySchema, secretsIn, type Schema } from '../../records.ts';
import { Link, origin, pathOf } from '../../router.tsx';
import { t } from '../../translations.ts';
import type { Row } from './record_cell.tsx';

interface ActsProps extends Pick<ListProps, 'document' | 'parents'> {
  readonly item: string;
  /** Address of the record. */
  readonly own: string;
  readonly record: { readonly schema: Schema; readonly row: Row };
}

/**
 * Further operations that the state of a record allows: those of type `Act`, such as the creation of a new secret, and
 * links to the forms that add final records below the record, such as a refund.
 */
export function Acts({ document, item, parents, own, record: { schema, row } }: ActsProps) {
  const isOffered = ({ address }: { readonly address: string }) =>
    !isRefused(schema, row, `POST ${partBelow(address)}`);
  const acts = actsBelow(document, item).filter(isOffered);
  const additions = collectionsBelow(document, item)
    .filter(isOffered)
    .flatMap(({ address, add, isFinal }) => (add && isFinal ? [{ address, add }] : []));
  return (
    <>
      {acts.map((act) => (
        <ActOf key={act.address} act={act} document={document} parents={parents} own={own} />
      ))}
      {additions.map(({ address, add }) => (
        <p key={address} class="apart">
          <Link to={pathOf('/records', { list: address, ...parentsOf(address, parents), add: '1', back: origin() })}>
            {add.summary}
          </Link>
        </p>
      ))}
    </>
  );
}

function ActOf({ act, document, parents, own }: Omit<ActsProps, 'item' | 'record'> & { readonly act: Act }) {
  const { address, operation } = act;
  const [answers, setAnswers] = useState<readonly unknown[]>([]);
  const body = bodySchema(document, operation);
  const to = filled(address, parentsOf(address, parents));
  const done = (answer: unknown) => setAnswers([...answers, answer]);
  const secrets = secretsIn(document, operation, answers.at(-1));
  return (
    <section class="apart">
      <div role="status">{answers.length > 0 && <p>{t('finished', { what: operation.summary })}</p>}</div>
      {secrets.length > 0 && <Secrets key={answers.length} secrets={secrets} />}
      {body ? (
        <details>
          <summary>{operation.summary}</summary>
          <RecordForm method="POST" address={to} fields={fieldsOf(document, body)} onSaved={done} />
        </details>
      ) : (
        <Asked to={own.replace('/api/', '')} run={async () => done((await request('POST', to)).data)}>
          {operation.summary}
        </Asked>
      )}
    </section>
  );
}
