import { useState } from 'preact/hooks';
import { request } from '../api.ts';
import { fieldsOf } from '../fields.ts';
import { Asked } from '../parts/asked.tsx';
import { RecordForm } from '../parts/record_form.tsx';
import { Secrets } from '../parts/secrets.tsx';
import { actsBelow, filled, parentsOf, type Act, type ListProps } from '../collections.ts';
import { bodySchema, secretsIn } from '../records.ts';
import { t } from '../translations.ts';

interface ActsProps extends Pick<ListProps, 'document' | 'parents'> {
  readonly item: string;
  /** Address of the record. */
  readonly own: string;
}

/** Further operations of a record (`Act`), such as the creation of a new secret. */
export function Acts({ document, item, parents, own }: ActsProps) {
  return (
    <>
      {actsBelow(document, item).map((act) => (
        <ActOf key={act.address} act={act} document={document} parents={parents} own={own} />
      ))}
    </>
  );
}

function ActOf({ act, document, parents, own }: Omit<ActsProps, 'item'> & { readonly act: Act }) {
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
