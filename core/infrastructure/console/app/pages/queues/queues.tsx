import { useEffect } from 'preact/hooks';
import { request } from '../../server/api.ts';
import { useRead } from '../../server/load.ts';
import { Action } from '../../parts/action.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Loading } from '../../parts/notice.tsx';
import { Table } from '../../parts/table.tsx';
import { may } from '../../session.ts';
import { minute, t, time, period } from '../../translations.ts';
import type { consoleDelivery, consoleEvent, consoleJob } from '../../../shapes/queue.ts';
import type { Answer } from '../../wire.ts';

type Delivery = Answer<typeof consoleDelivery>;

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
  const loaded = useRead<readonly Delivery[]>('/api/console/deliveries');
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

type PublishedEvent = Answer<typeof consoleEvent>;

function Events() {
  const loaded = useRead<readonly PublishedEvent[]>('/api/console/events');
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

type Job = Answer<typeof consoleJob>;

const LOOK_MS = 1_000;

/** Background jobs with their last and next runs. Reloads the list while a job is running. */
function Jobs() {
  const loaded = useRead<readonly Job[]>('/api/console/jobs');
  const { data } = loaded;
  useEffect(() => {
    if (!data?.some(({ running }) => running)) return undefined;
    const timer = setTimeout(loaded.again, LOOK_MS);
    return () => clearTimeout(timer);
  }, [data]);
  const run = async (job: string) => {
    await request('POST', '/api/console/job_runs', { body: { job } });
    loaded.again();
    return t('begun');
  };
  return (
    <section>
      <h2>{t('jobs')}</h2>
      <Loading of={loaded}>{(jobs) => <JobTable jobs={jobs} run={run} />}</Loading>
    </section>
  );
}

/** Formats the schedule of a job: a period in the language of the page, or the unchanged cron expression. */
function scheduleOf({ schedule, everySeconds }: Job) {
  return everySeconds === null ? <code>{schedule}</code> : t('every', { period: period(everySeconds) });
}

interface JobsProps {
  readonly jobs: readonly Job[];
  readonly run: (job: string) => Promise<string>;
}

function JobTable({ jobs, run }: JobsProps) {
  const runOf = ({ name }: Job) =>
    may('console_queue_run') && (
      <Action label={t('runOne', { name })} run={() => run(name)}>
        {t('runNow')}
      </Action>
    );
  const lastOf = ({ endedAt, error, running }: Job) => (
    <>
      {running && <Badge state="running">{t('running')}</Badge>} {endedAt === null ? '–' : minute(endedAt)}{' '}
      {error !== null && <span class="bad">{error}</span>}
    </>
  );
  return (
    <Table
      label={t('jobs')}
      stacks
      rows={jobs}
      keyOf={({ name }) => name}
      columns={[
        { title: t('job'), cell: ({ name }) => name },
        { title: t('schedule'), cell: scheduleOf },
        { title: t('lastRun'), cell: lastOf },
        { title: t('nextRun'), cell: ({ dueAt }) => (dueAt === null ? '–' : minute(dueAt)) },
        { title: t('action'), cell: runOf },
      ]}
    />
  );
}
