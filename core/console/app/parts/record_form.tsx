import { useState } from 'preact/hooks';
import { ApiError, request } from '../api.ts';
import { textOf, valueOf, type FormField } from '../fields.ts';
import { t } from '../words.ts';
import { Control } from './control.tsx';
import { messageOf, Problem } from './notice.tsx';

interface RecordFormProps {
  readonly method: 'POST' | 'PATCH';
  readonly address: string;
  readonly fields: readonly FormField[];
  /** Present values; a change sends only what differs from them. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly etag?: string | undefined;
  readonly onSaved: (answer: unknown) => void;
  /** Loads the present values, after another change. */
  readonly onReload?: () => void;
}

type Texts = Readonly<Record<string, string>>;

/** A form that adds or changes a record. Errors stand at their fields; a conflict is a choice. */
export function RecordForm(props: RecordFormProps) {
  const { method, address, fields, values, etag, onSaved, onReload } = props;
  const initial = Object.fromEntries(fields.map(({ name, kind }) => [name, textOf(kind, values[name])]));
  const [texts, setTexts] = useState<Texts>(initial);
  const [error, setError] = useState<ApiError>();
  const save = async (ifMatch: string | undefined) => {
    setError(undefined);
    try {
      const body = bodyOf(fields, texts, initial);
      onSaved((await request(method, address, { body, ifMatch })).data);
    } catch (thrown) {
      setError(thrown as ApiError);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void save(etag);
  };
  return (
    <form class="record" onSubmit={submit} noValidate>
      {error && (
        <Problem>
          <p>{messageOf(error)}</p>
          <OtherProblems error={error} fields={fields} />
          {(error.status === 409 || error.status === 412) && (
            <Conflict status={error.status} onReload={onReload} onOverwrite={() => void save(undefined)} />
          )}
        </Problem>
      )}
      {fields.map((field) => (
        <Control
          key={field.name}
          field={field}
          text={texts[field.name] ?? ''}
          problem={problemOf(error, field.name)}
          onText={(text) => setTexts((all) => ({ ...all, [field.name]: text }))}
        />
      ))}
      <button class="primary">{t(method === 'POST' ? 'add' : 'save')}</button>
    </form>
  );
}

/** The object was changed meanwhile, or the change is not possible now: the user decides. */
function Conflict(props: {
  readonly status: number;
  readonly onReload: (() => void) | undefined;
  readonly onOverwrite: () => void;
}) {
  return (
    <p class="choice">
      {props.onReload && (
        <button type="button" onClick={props.onReload}>
          {t('loadPresent')}
        </button>
      )}
      {props.status === 412 && (
        <button type="button" class="danger" onClick={props.onOverwrite}>
          {t('overwrite')}
        </button>
      )}
    </p>
  );
}

/** Problems of fields that the form does not have. */
function OtherProblems({ error, fields }: { readonly error: ApiError; readonly fields: readonly FormField[] }) {
  const others = error.details.filter(({ field }) => !fields.some(({ name }) => isIn(field, name)));
  if (others.length === 0) return null;
  return (
    <ul>
      {others.map(({ field, message }) => (
        <li key={field}>
          {field} {message}
        </li>
      ))}
    </ul>
  );
}

function problemOf(error: ApiError | undefined, name: string): string | undefined {
  return error?.details.find(({ field }) => isIn(field, name))?.message;
}

/** Whether the path of a problem leads into a field: `tags`, `tags[0]`, `tags.0.name`. */
function isIn(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`) || path.startsWith(`${name}/`);
}

/** Values that differ from the present ones. @throws ApiError for a text that is not valid JSON */
function bodyOf(fields: readonly FormField[], texts: Texts, initial: Texts): Readonly<Record<string, unknown>> {
  const changed = fields.filter(({ name }) => texts[name] !== initial[name]);
  return Object.fromEntries(
    changed.map(({ name, kind }) => {
      try {
        return [name, valueOf(kind, texts[name] ?? '')];
      } catch {
        throw new ApiError(422, t('invalidJson'), [{ field: name, message: t('invalidJson') }]);
      }
    }),
  );
}
