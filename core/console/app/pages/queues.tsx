import { request, read } from '../api.ts';
import { useLoad } from '../load.ts';
import { Action } from '../parts/action.tsx';
import { Badge } from '../parts/badge.tsx';
import { Loading } from '../parts/notice.tsx';
import { Table } from '../parts/table.tsx';
import { may } from '../session.ts';
import { minute, t } from '../translations.ts';
import { Events } from './queue_events.tsx';
import { Jobs } from './queue_jobs.tsx';

interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly subscriber: string;
  readonly state: 'pending' | 'dead';
  readonly attempts: number;
  readonly dueAt: string;
  readonly lastError: string | null;
}

/** Deliveries of events and background jobs, with their errors. */
export function Queues() {
  return (
    <>
      <h1>{t('queues')}</h1>
      <Deliveries />
      <Jobs />
      <Events />
    </>
  );
}

/** Open deliveries; those that were given up can be retried. */
function Deliveries() {
  const loaded = useLoad(() => read<readonly Delivery[]>('/api/console/deliveries'), 'deliveries');
  const retry = async (delivery?: string) => {
    const body = delivery === undefined ? {} : { delivery };
    const { data } = await request<{ retried: number }>('POST', '/api/console/delivery_retries', { body });
    loaded.again();
    return t('retried', { count: data.retried });
  };
  return (
    <section>
      <h2>{t('openDeliveries')}</h2>
      <Loading of={loaded}>
        {(deliveries) => (
          <>
            <DeliveryTable deliveries={deliveries} retry={retry} />
            {may('console_queue_run') && <Action run={() => retry()}>{t('retryAll')}</Action>}
          </>
        )}
      </Loading>{' '}
      <button type="button" onClick={loaded.again}>
        {t('lookAgain')}
      </button>
    </section>
  );
}

interface DeliveriesProps {
  readonly deliveries: readonly Delivery[];
  readonly retry: (delivery: string) => Promise<string>;
}

function DeliveryTable({ deliveries, retry }: DeliveriesProps) {
  const retryOf = ({ id, state, event, subscriber }: Delivery) =>
    state === 'dead' &&
    may('console_queue_run') && (
      <Action label={t('retryOne', { event, subscriber })} run={() => retry(id)}>
        {t('retry')}
      </Action>
    );
  const stateOf = ({ state, attempts }: Delivery) => (
    <>
      <Badge state={state}>{t(state)}</Badge> {t('attempt', { count: attempts })}
    </>
  );
  return (
    <Table
      label={t('openDeliveries')}
      stacks
      rows={deliveries}
      keyOf={({ id }) => id}
      columns={[
        { title: t('event'), cell: ({ event }) => event },
        { title: t('subscriber'), cell: ({ subscriber }) => subscriber },
        { title: t('state'), cell: stateOf },
        { title: t('due'), cell: ({ dueAt }) => minute(dueAt) },
        { title: t('lastError'), cell: ({ lastError }) => lastError ?? '' },
        { title: t('action'), cell: retryOf },
      ]}
    />
  );
}
