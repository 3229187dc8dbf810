import { read } from '../api.ts';
import { useLoad } from '../load.ts';
import { Badge } from '../parts/badge.tsx';
import { Loading } from '../parts/notice.tsx';
import { Table } from '../parts/table.tsx';
import { t, time } from '../translations.ts';

interface PublishedEvent {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly deliveries: readonly {
    readonly id: string;
    readonly subscriber: string;
    readonly state: 'pending' | 'done' | 'dead';
    readonly attempts: number;
    readonly lastError: string | null;
  }[];
}

export function Events() {
  const loaded = useLoad(() => read<readonly PublishedEvent[]>('/api/console/events'), 'events');
  return (
    <section>
      <h2>{t('lastEvents')}</h2>
      <Loading of={loaded}>
        {(events) => (
          <Table
            label={t('lastEvents')}
            stacks
            rows={events}
            keyOf={({ id }) => id}
            columns={[
              { title: t('time'), cell: ({ createdAt }) => time(createdAt) },
              { title: t('event'), cell: ({ name }) => name },
              { title: t('deliveries'), cell: (event) => <DeliveriesOf event={event} /> },
            ]}
          />
        )}
      </Loading>
    </section>
  );
}

function DeliveriesOf({ event: { deliveries } }: { readonly event: PublishedEvent }) {
  if (deliveries.length === 0) return <>{t('none')}</>;
  return (
    <ul class="plain">
      {deliveries.map(({ id, subscriber, state, attempts, lastError }) => (
        <li key={id}>
          {subscriber} <Badge state={state}>{t(state)}</Badge> {t('attempt', { count: attempts })} {lastError}
        </li>
      ))}
    </ul>
  );
}
