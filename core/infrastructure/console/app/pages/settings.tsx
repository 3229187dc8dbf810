import { read } from '../server/api.ts';
import { labelOf, textOf, type FormField, type Kind } from '../fields.ts';
import { useBase, useLoad, useRead } from '../server/load.ts';
import { NotFound } from '../parts/not_found.tsx';
import { Loading } from '../parts/notice.tsx';
import { RecordForm, type Present } from '../parts/record_form.tsx';
import { Back, Link } from '../router.tsx';
import { may } from '../session.ts';
import { t, time } from '../translations.ts';
import { Table } from '../parts/table.tsx';
import { lineOf } from './records/record_cell.tsx';
import type { settingForm } from '../../shapes/setting_form.ts';
import type { Answer } from '../wire.ts';

type Section = Answer<typeof settingForm>;
type SettingField = Section['fields'][number];

const sections = () => read<readonly Section[]>('/api/console/setting_forms');

/** List of the sections of the settings, or the form of the section that `path` names. */
export function Settings({ path }: { readonly path: string }) {
  const loaded = useLoad(sections, `settings ${path}`);
  return (
    <Loading of={loaded}>
      {(found) => {
        if (path === '') return <SectionList found={found} />;
        const section = found.find(({ name }) => name === path);
        return section ? <SectionPage key={path} section={section} again={loaded.again} /> : <NotFound />;
      }}
    </Loading>
  );
}

function SectionList({ found }: { readonly found: readonly Section[] }) {
  return (
    <>
      <h1>{t('settings')}</h1>
      <ul class="index">
        {found.map(({ name, fields }) => (
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
  readonly again: () => void;
}

/** The form of a section. Only changed values are sent; a reset puts the initial value into the form. */
function SectionPage({ section, again }: SectionProps) {
  const { name } = section;
  const { base, count, said, take } = useBase({ data: section, again });
  return (
    <>
      <Back to="/settings">{t('settings')}</Back>
      <h1>{name}</h1>
      {base && (
        <RecordForm
          key={count}
          method="PATCH"
          address={`/api/settings/${name}`}
          fields={base.fields.map(fieldOf)}
          initially={presentOf(base)}
          present={async () => presentOf((await sections()).find((one) => one.name === name) ?? base)}
          said={said}
          onSaved={() => take(t('saved'))}
          onReload={() => take(t('presentLoaded'))}
          readOnly={!may('admin_setting')}
        />
      )}
      {may('admin_log') && <SettingsHistory section={name} saves={count} />}
    </>
  );
}

function presentOf({ fields, etag }: Section): Present {
  return { values: Object.fromEntries(fields.map(({ name, value }) => [name, value])), etag };
}

function fieldOf({ name, words, kind: given, canBeEmpty, ...field }: SettingField): FormField {
  const kind = kinds[given];
  const initial = textOf(kind, field.initial);
  const named = kind === 'flag' ? t(initial === 'true' ? 'yes' : 'no') : initial || t('empty');
  return {
    name,
    label: labelOf(name, field.description),
    words,
    kind,
    initial,
    canBeEmpty,
    description: [field.description, t('initially', { value: named })].join(' '),
    required: kind === 'flag' || kind === 'choice',
  };
}

interface Entry {
  readonly id: string;
  readonly nickname: string;
  readonly path: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly createdTime: string;
}

interface Page {
  readonly data: readonly Entry[];
}

const ADDRESS = '/api/admin_logs?resource=/settings&limit=100';

/**
 * Changes of a section among the last 100 recorded changes of settings, newest first.
 * @param saves number whose change reloads the list
 */
function SettingsHistory({ section, saves }: { readonly section: string; readonly saves: number }) {
  const loaded = useRead<Page>(ADDRESS, saves);
  return (
    <section>
      <h2>{t('history')}</h2>
      <Loading of={loaded}>
        {({ data }) => (
          <Table
            label={t('history')}
            rows={data.filter(({ path }) => path === `/settings/${section}`)}
            keyOf={({ id }) => id}
            columns={[
              { title: t('time'), cell: ({ createdTime }) => time(createdTime) },
              { title: t('user'), cell: ({ nickname }) => nickname },
              { title: t('before'), cell: ({ before }) => <code>{lineOf(before)}</code> },
              { title: t('after'), cell: ({ after }) => <code>{lineOf(after)}</code> },
            ]}
          />
        )}
      </Loading>
    </section>
  );
}
