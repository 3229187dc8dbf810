import { read } from '../api.ts';
import { useLoad } from '../load.ts';
import { Table } from '../parts/table.tsx';
import { Link, pathOf } from '../router.tsx';
import { t, time } from '../translations.ts';

interface RecentError {
  readonly id: string;
  readonly time: string;
  readonly method: string;
  readonly route: string;
  readonly message: string;
  readonly at: string | null;
  readonly recorded: boolean;
}

function requestOf({ id, recorded }: RecentError) {
  return <code class="unbroken">{recorded ? <Link to={`/requests/${id}`}>{id}</Link> : id}</code>;
}

/** The last errors of the operations of a plugin; renders nothing if there are none. */
export function ErrorsOf({ plugin }: { readonly plugin: string }) {
  const address = pathOf('/api/console/errors', { module: plugin });
  const { data = [] } = useLoad(() => read<readonly RecentError[]>(address), address);
  if (data.length === 0) return null;
  return (
    <section>
      <h2>{t('lastErrors')}</h2>
      <Table
        label={t('lastErrors')}
        stacks
        rows={data}
        keyOf={({ id, time: at }) => id + at}
        columns={[
          { title: t('time'), cell: (error) => time(error.time) },
          { title: t('address'), cell: ({ method, route }) => `${method} ${route}` },
          { title: t('errorOf'), cell: ({ message }) => message },
          { title: t('file'), cell: ({ at }) => <code>{at}</code> },
          { title: t('requestId'), cell: requestOf },
        ]}
      />
    </section>
  );
}
