import { read } from '../api.ts';
import { useLoad } from '../load.ts';
import { Badge } from '../parts/badge.tsx';
import { Loading } from '../parts/notice.tsx';
import { states } from '../parts/plugin_state.tsx';
import { Table } from '../parts/table.tsx';
import { Link } from '../router.tsx';
import { may } from '../session.ts';
import { t } from '../words.ts';

interface PluginState {
  readonly name: string;
  readonly state: string;
  readonly reason: string | null;
}

interface ReadinessView {
  readonly status: 'ready' | 'unavailable';
  readonly version: string;
  readonly plugins: readonly PluginState[];
  readonly remarks: readonly { readonly module: string; readonly remark: string }[];
}

/** Whether the server is ready, and why not. */
export function Readiness() {
  const loaded = useLoad(() => read<ReadinessView>('/api/console/readiness'), 'readiness');
  return (
    <section>
      <h2>{t('readiness')}</h2>
      <Loading of={loaded}>
        {({ status, version, plugins, remarks }) => (
          <>
            <p>
              <Badge state={status}>{t(status)}</Badge> Lectern {version}
            </p>
            {remarks.length > 0 && (
              <ul>
                {remarks.map(({ module, remark }) => (
                  <li key={module + remark}>
                    <strong>{module}</strong>: {remark}
                  </li>
                ))}
              </ul>
            )}
            {plugins.length > 0 && <PluginStates plugins={plugins} />}
          </>
        )}
      </Loading>
    </section>
  );
}

function PluginStates({ plugins }: Pick<ReadinessView, 'plugins'>) {
  const nameOf = ({ name }: PluginState) =>
    may('console_plugin') ? <Link to={`/plugins/${name}`}>{name}</Link> : name;
  return (
    <Table
      label={t('plugins')}
      rows={plugins}
      keyOf={({ name }) => name}
      columns={[
        { title: t('plugin'), cell: nameOf },
        { title: t('state'), cell: ({ state }) => <Badge state={state}>{t(states[state] ?? 'unknown')}</Badge> },
        { title: t('reason'), cell: ({ reason }) => reason ?? '' },
      ]}
    />
  );
}
