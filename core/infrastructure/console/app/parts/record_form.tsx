import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiError, request } from '../server/api.ts';
import { textOf, valueOf, type FormField } from '../fields.ts';
import { t } from '../translations.ts';
import { useUnsaved } from '../unsaved.ts';
import { Conflict, type Texts } from './conflict.tsx';
import { Question } from './asked.tsx';
import { Control } from './control.tsx';
import { messageOf, Problem } from './notice.tsx';
import { Values } from './values.tsx';

/** Values of an object, with its entity tag. */
export interface Present {
  readonly values: Readonly<Record<string, unknown>>;
  readonly etag: string | undefined;
}

interface RecordFormProps {
  readonly method: 'POST' | 'PATCH';
  readonly address: string;
  readonly fields: readonly FormField[];
  /** Initial values. A change sends only the values that differ from these. */
  readonly initially?: Present;
  /** Reads the present values after a conflicting change. */
  readonly present?: () => Promise<Present>;
  /** Message about the saved change, shown until the user types. */
  readonly said?: string;
  readonly onSaved: (answer: unknown) => void;
  /** Replaces the values of the form by the present values. */
  readonly onReload?: () => void;
  readonly readOnly?: boolean;
  /** Set for an operation that cannot be undone: the form asks for confirmation and shows the typed values. */
  readonly final?: Final | undefined;
}

interface Final {
  /** Summary of the operation. */
  readonly what: string;
  /** Object of the operation. */
  readonly to: string;
  /** Result of the operation, and information about the object. */
  readonly about: ComponentChildren;
}

const none: Present = { values: {}, etag: undefined };

/** State of a form, and functions that change, submit and save the form. */
function useForm({ method, address, fields, initially = none, present, onSaved, final }: RecordFormProps) {
  const question = useRef<HTMLDialogElement>(null);
  const base = textsOf(fields, initially);
  const [texts, setTexts] = useState<Texts>(base);
  const [error, setError] = useState<ApiError>();
  const [theirs, setTheirs] = useState<Present>();
  const [isTouched, setIsTouched] = useState(false);
  const save = async (ifMatch: string | undefined) => {
    setError(undefined);
    setTheirs(undefined);
    try {
      const body = bodyOf(fields, texts, base);
      onSaved((await request(method, address, { body, ifMatch })).data);
      setIsTouched(false);
    } catch (thrown) {
      const problem = thrown as ApiError;
      if (problem.status === 412) setTheirs(await present?.().catch(() => undefined));
      setError(problem);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (final) question.current?.showModal();
    else void save(initially.etag);
  };
  useUnsaved(isTouched && fields.some(({ name }) => texts[name] !== base[name]));
  const change = (name: string, text: string) => {
    setIsTouched(true);
    setTexts((all) => ({ ...all, [name]: text }));
  };
  return { base, texts, error, theirs, isTouched, question, save, submit, change };
}

/** Form that adds or changes a record. Shows errors beside their fields, and lets the user resolve a conflict. */
export function RecordForm(props: RecordFormProps) {
  const { method, fields, onReload, readOnly, final } = props;
  // A new form replaces the saved one and shows the message. A message in the saved form would invite typing there,
  // and the replacement would discard the typed text.
  const [said] = useState(props.said ?? '');
  const { base, texts, error, theirs, isTouched, question, save, submit, change } = useForm(props);
  const form = useFocus(said, error);
  return (
    <form class="record" onSubmit={submit} noValidate ref={form}>
      {fields.map((field) => (
        <Control
          key={field.name}
          field={field}
          text={texts[field.name] ?? ''}
          problem={problemOf(error, field.name)}
          onText={(text) => change(field.name, text)}
        />
      ))}
      {error && (
        <Refusal error={error} fields={fields} onReload={onReload}>
          {theirs && (
            <Conflict
              fields={fields}
              texts={{ base, mine: texts, theirs: textsOf(fields, theirs) }}
              onTake={onReload}
              onKeep={() => void save(theirs.etag)}
            />
          )}
        </Refusal>
      )}
      {readOnly !== true && (
        <p class="choice">
          <button class={final ? 'danger' : 'primary'}>{final?.what ?? t(method === 'POST' ? 'add' : 'save')}</button>
          <span role="status">{!isTouched && !error && said}</span>
        </p>
      )}
      {final && (
        <Question
          dialog={question}
          title={t('question', { act: final.what, what: final.to })}
          act={final.what}
          onYes={() => void save(undefined)}
        >
          {final.about}
          <Values of={typedIn(fields, texts)} />
        </Question>
      )}
    </form>
  );
}

/** The typed values of a form, without secrets. */
function typedIn(fields: readonly FormField[], texts: Texts) {
  return fields
    .map(({ name, label, kind }) => ({ name, label, kind, value: texts[name] ?? '' }))
    .filter(({ kind, value }) => kind !== 'secret' && value !== '');
}

/** Focuses the button of a form that replaced a saved one; after an error, focuses the first invalid field. */
function useFocus(said: string, error: ApiError | undefined) {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (said !== '') form.current?.querySelector<HTMLElement>('button.primary')?.focus({ preventScroll: true });
  }, []);
  useLayoutEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  return form;
}

interface RefusalProps {
  readonly error: ApiError;
  readonly fields: readonly FormField[];
  readonly onReload: (() => void) | undefined;
  /** Choice between the changes, if another user has changed the object. */
  readonly children: ComponentChildren;
}

/** Error message of a rejected form, beside the button. */
function Refusal({ error, fields, onReload, children }: RefusalProps) {
  return (
    <Problem>
      <p>{children ? t('changedMeanwhile') : messageOf(error)}</p>
      <OtherProblems error={error} fields={fields} />
      {[409, 412].includes(error.status) && onReload && !children && (
        <button type="button" onClick={onReload}>
          {t('loadPresent')}
        </button>
      )}
      {children}
    </Problem>
  );
}

function textsOf(fields: readonly FormField[], { values }: Present): Texts {
  return Object.fromEntries(fields.map(({ name, kind }) => [name, textOf(kind, values[name])]));
}

/** Messages about input fields that the form does not show. */
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

/** Whether the path of an error is a field or inside of the field: `tags`, `tags[0]`, `tags.0.name`. */
function isIn(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`) || path.startsWith(`${name}/`);
}

/**
 * Returns the values that differ from the initial ones.
 * @throws ApiError for text that is not valid JSON, and for an emptied field that must not be empty
 */
function bodyOf(fields: readonly FormField[], texts: Texts, initial: Texts): Readonly<Record<string, unknown>> {
  const changed = fields.filter(({ name }) => texts[name] !== initial[name]);
  const emptied = changed.filter(({ name, canBeEmpty }) => texts[name] === '' && !canBeEmpty);
  if (emptied.length > 0) {
    const message = t('notEmpty');
    throw new ApiError(
      422,
      t('nothingSaved'),
      emptied.map(({ name: field }) => ({ field, message })),
    );
  }
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
