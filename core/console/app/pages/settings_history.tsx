import { read } from '../api.ts';
import { useLoad } from '../load.ts';
import { Loading } from '../parts/notice.tsx';
import { Table } from '../parts/table.tsx';
import { t, time } from '../translations.ts';
import { lineOf } from './record_cell.tsx';

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
export function SettingsHistory({ section, saves }: { readonly section: string; readonly saves: number }) {
  const loaded = useLoad(() => read<Page>(ADDRESS), `history ${saves}`);
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
