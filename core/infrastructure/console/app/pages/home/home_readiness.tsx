import { useEffect, useRef } from 'preact/hooks';
import { connection } from '../../server/connection.ts';
import { useRead, useRegularly } from '../../server/load.ts';
import { Badge } from '../../parts/badge.tsx';
import { Loading } from '../../parts/notice.tsx';
import { Table } from '../../parts/table.tsx';
import { Link } from '../../router.tsx';
import { may } from '../../session.ts';
import { number, t } from '../../translations.ts';
import { examineAgain } from './home_findings.tsx';
import type { consoleReadiness } from '../../../shapes/state.ts';
import type { Answer } from '../../wire.ts';

type ReadinessView = Answer<typeof consoleReadiness>;
type PluginState = ReadinessView['plugins'][number];
type WaitingRequest = ReadinessView['waiting'][number];

const ADDRESS = '/api/console/readiness';
const LOOK_MS = 5_000;
const SECOND_MS = 1_000;

/** Readiness of the server, with reasons. Reloaded regularly while the page is visible. */
export function Readiness() {
  const loaded = useRead<ReadinessView>(ADDRESS);
  const isOut = connection.use().state !== 'online' || loaded.error?.status === 503;
  useRegularly(loaded.again, LOOK_MS);
  const shown = loaded.data && JSON.stringify({ ...loaded.data, waiting: [] });
  const former = useRef(shown);
  useEffect(() => {
    if (former.current !== undefined && shown !== undefined && former.current !== shown) examineAgain();
    former.current = shown ?? former.current;
  }, [shown]);
  return (
    <section>
      <h2>{t('readiness')}</h2>
      <p role="status">
        {isOut && <Badge state="unavailable">{t('unavailable')}</Badge>}
        {!isOut && loaded.data && <Badge state={loaded.data.status}>{t(loaded.data.status)}</Badge>}
      </p>
      <Loading of={loaded}>
        {({ version, plugins, remarks, waiting }) => (
          <>
            <p>Lectern {version}</p>
            {remarks.length > 0 && (
              <ul>
                {remarks.map(({ module, remark }) => (
                  <li key={module + remark}>
                    <strong>{module}</strong>: {remark}
                  </li>
                ))}
              </ul>
            )}
            <Waiting requests={waiting} />
            {plugins.length > 0 && <PluginStates plugins={plugins} />}
          </>
        )}
      </Loading>
    </section>
  );
}

/** Requests that have waited for longer than a second, and wait for a part of a plugin now. */
export function WaitingFor({ plugin }: { readonly plugin: string }) {
  const { data, again } = useRead<ReadinessView>(ADDRESS);
  useRegularly(again, LOOK_MS);
  return <Waiting requests={data?.waiting.filter(({ module }) => module === plugin) ?? []} />;
}

/** Requests that have waited for longer than a second. */
function Waiting({ requests }: { readonly requests: readonly WaitingRequest[] }) {
  if (requests.length === 0) return null;
  return (
    <ul>
      {requests.map(({ id, method, route, module, part, ms }) => {
        const parts = { request: `${method} ${route}`, part: part ?? t('operation'), seconds: number(ms / SECOND_MS) };
        return (
          <li key={id}>
            <strong>{module}</strong>: {t('waitsFor', parts)}
          </li>
        );
      })}
    </ul>
  );
}

const runs = ({ state }: PluginState) => Number(state === 'running') + Number(state === 'disabled');

/** Table of the plugins; failed plugins and plugins out of service come first. */
function PluginStates({ plugins }: Pick<ReadinessView, 'plugins'>) {
  const nameOf = ({ name }: PluginState) =>
    may('console_plugin') ? <Link to={`/plugins/${name}`}>{name}</Link> : name;
  const stateOf = ({ state }: PluginState) => <Badge state={state}>{t(state === 'running' ? 'active' : state)}</Badge>;
  return (
    <Table
      label={t('plugins')}
      rows={[...plugins].sort((a, b) => runs(a) - runs(b))}
      keyOf={({ name }) => name}
      columns={[
        { title: t('plugin'), cell: nameOf },
        { title: t('state'), cell: stateOf },
        { title: t('reason'), cell: ({ reason }) => reason ?? '' },
      ]}
    />
  );
}
