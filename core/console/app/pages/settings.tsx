import { useState } from 'preact/hooks';
import { read, request, type ApiError } from '../api.ts';
import { textOf, valueOf, type FormField, type Kind } from '../fields.ts';
import { useLoad } from '../load.ts';
import { Control } from '../parts/control.tsx';
import { Loading, messageOf, Problem } from '../parts/notice.tsx';
import { Link } from '../router.tsx';
import { may } from '../session.ts';
import { t } from '../words.ts';

interface SettingField {
  readonly name: string;
  readonly description: string;
  readonly kind: 'flag' | 'number' | 'choice' | 'entries' | 'list' | 'text';
  readonly words: readonly string[];
  readonly entries: readonly string[];
  readonly expected: string;
  readonly initial: unknown;
  readonly value: unknown;
}

interface Section {
  readonly name: string;
  readonly fields: readonly SettingField[];
}

/** Sections of the settings, or the form of one. */
export function Settings({ path }: { readonly path: string }) {
  const loaded = useLoad(() => read<readonly Section[]>('/api/console/setting_forms'), 'settings');
  return (
    <Loading of={loaded}>
      {(sections) => {
        const section = sections.find(({ name }) => name === path);
        return section ? (
          <SectionPage key={section.name} section={section} onSaved={loaded.again} />
        ) : (
          <SectionList sections={sections} />
        );
      }}
    </Loading>
  );
}

function SectionList({ sections }: { readonly sections: readonly Section[] }) {
  return (
    <>
      <h1>{t('settings')}</h1>
      <ul class="index">
        {sections.map(({ name, fields }) => (
          <li key={name}>
            <Link to={`/settings/${name}`}>{name}</Link> <small>{fields.map((field) => field.name).join(', ')}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

const kinds: Readonly<Record<SettingField['kind'], Kind>> = {
  flag: 'flag',
  number: 'number',
  choice: 'choice',
  entries: 'json',
  list: 'lines',
  text: 'text',
};

interface SectionProps {
  readonly section: Section;
  readonly onSaved: () => void;
}

type Texts = Readonly<Record<string, string>>;

function textsOf({ fields }: Section, of: (field: SettingField) => unknown): Texts {
  return Object.fromEntries(fields.map((field) => [field.name, textOf(kinds[field.kind], of(field))]));
}

/** The form of a section. Only changed values are sent; a reset puts the initial value into the form. */
function SectionPage({ section, onSaved }: SectionProps) {
  const present = textsOf(section, ({ value }) => value);
  const [texts, setTexts] = useState(present);
  const [error, setError] = useState<ApiError>();
  const [isSaved, setIsSaved] = useState(false);
  const change = (name: string, text: string) => {
    setIsSaved(false);
    setTexts((all) => ({ ...all, [name]: text }));
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setError(undefined);
    const changed = section.fields.filter(({ name }) => texts[name] !== present[name]);
    try {
      const body = Object.fromEntries(changed.map(({ name, kind }) => [name, valueOf(kinds[kind], texts[name] ?? '')]));
      await request('PATCH', `/api/settings/${section.name}`, { body });
      setIsSaved(true);
      onSaved();
    } catch (thrown) {
      setError(thrown as ApiError);
    }
  };
  return (
    <>
      <p>
        <Link to="/settings">← {t('settings')}</Link>
      </p>
      <h1>{section.name}</h1>
      <form class="record" onSubmit={(event) => void submit(event)} noValidate>
        <div role="status">{isSaved && <p>{t('saved')}</p>}</div>
        {error && <Problem>{messageOf(error)}</Problem>}
        {section.fields.map((field) => (
          <SettingControl key={field.name} field={field} text={texts[field.name] ?? ''} error={error} onText={change} />
        ))}
        {may('admin_setting') && <button class="primary">{t('save')}</button>}
      </form>
    </>
  );
}

interface SettingControlProps {
  readonly field: SettingField;
  readonly text: string;
  readonly error: ApiError | undefined;
  readonly onText: (name: string, text: string) => void;
}

function SettingControl({ field, text, error, onText }: SettingControlProps) {
  const { name, words } = field;
  const kind = kinds[field.kind];
  const initial = textOf(kind, field.initial);
  const description = [field.description, t('initially', { value: initial === '' ? t('empty') : initial })].join(' ');
  const shown: FormField = {
    name,
    words,
    kind,
    description,
    required: field.kind === 'flag' || field.kind === 'choice',
  };
  const problem = error?.details.find((one) => one.field.split(/[.[/]/)[0] === name)?.message;
  return (
    <div class="setting">
      <Control field={shown} text={text} problem={problem} onText={(changed) => onText(name, changed)} />
      {text !== initial && (
        <button type="button" aria-label={t('resetField', { name })} onClick={() => onText(name, initial)}>
          {t('reset')}
        </button>
      )}
    </div>
  );
}
