import type { FormField } from '../fields.ts';
import { t } from '../translations.ts';
import { FieldLabel } from './field_label.tsx';
import { Table } from './table.tsx';

/** Texts of the controls of a form, by field. */
export type Texts = Readonly<Record<string, string>>;

interface ConflictProps {
  readonly fields: readonly FormField[];
  /** Texts before both changes, after the change of this user, and after the other change. */
  readonly texts: Readonly<Record<'base' | 'mine' | 'theirs', Texts>>;
  readonly onKeep: () => void;
  readonly onTake: (() => void) | undefined;
}

/** Shows two conflicting changes of an object, and lets the user choose one. Untouched fields keep the other change. */
export function Conflict({ fields, texts: { base, mine, theirs }, onKeep, onTake }: ConflictProps) {
  const differing = fields.filter(
    ({ name }) => mine[name] !== theirs[name] && (mine[name] !== base[name] || theirs[name] !== base[name]),
  );
  const mineOf = (name: string) => (mine[name] === base[name] ? t('unchanged') : written(mine[name]));
  return (
    <>
      <Table
        label={t('conflict')}
        rows={differing}
        keyOf={({ name }) => name}
        columns={[
          { title: t('field'), cell: (field) => <FieldLabel {...field} /> },
          { title: t('before'), cell: ({ name }) => written(base[name]) },
          { title: t('theirs'), cell: ({ name }) => written(theirs[name]) },
          { title: t('mine'), cell: ({ name }) => mineOf(name) },
        ]}
      />
      <p class="choice">
        {onTake && (
          <button type="button" onClick={onTake}>
            {t('takeTheirs')}
          </button>
        )}
        <button type="button" class="danger" onClick={onKeep}>
          {t('keepMine')}
        </button>
      </p>
    </>
  );
}

function written(text: string | undefined): string {
  return text === undefined || text === '' ? t('empty') : text;
}
