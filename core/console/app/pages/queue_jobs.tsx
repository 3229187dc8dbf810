import { useEffect } from 'preact/hooks';
import { read, request } from '../api.ts';
import { useLoad } from '../load.ts';
import { Action } from '../parts/action.tsx';
import { Badge } from '../parts/badge.tsx';
import { Loading } from '../parts/notice.tsx';
import { Table } from '../parts/table.tsx';
import { may } from '../session.ts';
import { minute, period, t } from '../translations.ts';

interface Job {
  readonly name: string;
  readonly schedule: string;
  readonly everySeconds: number | null;
  readonly running: boolean;
  readonly endedAt: string | null;
  readonly error: string | null;
  readonly dueAt: string | null;
}

const LOOK_MS = 1_000;

/** Background jobs with their last and next runs. Reloads the list while a job is running. */
export function Jobs() {
  const loaded = useLoad(() => read<readonly Job[]>('/api/console/jobs'), 'jobs');
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
