import { useRead } from '../../server/load.ts';
import { Loading } from '../../parts/notice.tsx';
import { examineAgain, FindingsOf } from '../home/home_findings.tsx';
import { WaitingFor } from '../home/home_readiness.tsx';
import { Package } from './plugin_packages.tsx';
import { Purge, Items, Switch, type PluginView } from './plugin_switch.tsx';
import { PluginState } from '../../parts/plugin_state.tsx';
import { Table } from '../../parts/table.tsx';
import { Back, Link, pathOf } from '../../router.tsx';
import { may } from '../../session.ts';
import { number, t, time } from '../../translations.ts';
import type { consoleError } from '../../../shapes/error.ts';
import type { Answer } from '../../wire.ts';

/** Page of a plugin: state, findings, last errors, operations and other parts, tables, migrations and settings. */
export function PluginPage({ name }: { readonly name: string }) {
  const loaded = useRead<PluginView>(`/api/console/plugins/${encodeURIComponent(name)}`);
  const changed = () => {
    loaded.again();
    examineAgain();
  };
  return (
    <>
      <Back to="/plugins">{t('plugins')}</Back>
      <h1>{name}</h1>
      <Loading of={loaded}>
        {(plugin) => (
          <>
            <p>{plugin.description}</p>
            <p>
              {plugin.version} <PluginState plugin={plugin} />
            </p>
            {may('console_findings') && <FindingsOf plugin={name} />}
            {may('console_state') && <WaitingFor plugin={name} />}
            {plugin.reason !== null && !may('console_findings') && (
              <div class="notice problem">
                <p>{plugin.reason}</p>
              </div>
            )}
            {may('console_plugin_switch') && plugin.state !== 'gone' && <Switch plugin={plugin} onDone={changed} />}
            {may('console_plugin_package') && plugin.addedFrom !== null && <Package plugin={plugin} />}
            {may('console_request') && <ErrorsOf plugin={name} />}
            <Usage plugin={plugin} />
            <Operations plugin={plugin} />
            <Tables plugin={plugin} />
            {may('console_plugin_purge') && isPurgeable(plugin) && <Purge plugin={plugin} onDone={changed} />}
            <Settings plugin={plugin} />
          </>
        )}
      </Loading>
    </>
  );
}

/** Whether a plugin is gone, or is disabled now and at the next start. */
function isPurgeable({ state, enabledAtNextStart }: PluginView): boolean {
  return state === 'gone' || (state === 'disabled' && !enabledAtNextStart);
}

function Usage({ plugin: { usage } }: { readonly plugin: PluginView }) {
  const rounded = (value: number | null) => (value === null ? '' : number(Math.round(value)));
  return (
    <section>
      <h2>{t('usage')}</h2>
      <Table
        label={t('usage')}
        rows={usage}
        keyOf={({ figure }) => figure}
        columns={[
          { title: t('name'), cell: ({ figure }) => <code>{figure}</code> },
          { title: t('sinceStart'), cell: ({ total }) => rounded(total), isNumber: true },
          { title: t('thisMinute'), cell: ({ used }) => rounded(used), isNumber: true },
          { title: t('budget'), cell: ({ limit }) => rounded(limit), isNumber: true },
        ]}
      />
    </section>
  );
}

function Operations({ plugin: { operations, hooks, subscribers, jobs } }: { readonly plugin: PluginView }) {
  const explain = ({ method, address }: PluginView['operations'][number]) =>
    may('console_route') ? <Link to={pathOf('/routes/explain', { method, path: address })}>{address}</Link> : address;
  return (
    <section>
      <h2>{t('routes')}</h2>
      <Table
        label={t('routes')}
        rows={operations}
        keyOf={({ method, address }) => `${method} ${address}`}
        columns={[
          { title: t('method'), cell: ({ method }) => method },
          { title: t('address'), cell: explain },
          { title: t('file'), cell: ({ file }) => <code>{file}</code> },
          { title: t('overrides'), cell: ({ overrides }) => <code>{overrides.join(', ')}</code> },
        ]}
      />
      <Items title={t('hooksAround')} items={hooks} />
      <Items title={t('subscribers')} items={subscribers} />
      <Items title={t('jobs')} items={jobs} />
    </section>
  );
}

function Tables({ plugin: { tables, migrations } }: { readonly plugin: PluginView }) {
  return (
    <section>
      <h2>{t('tables')}</h2>
      <Table
        label={t('tables')}
        rows={tables}
        keyOf={({ name }) => name}
        columns={[
          { title: t('table'), cell: ({ name }) => <code>{name}</code> },
          { title: t('rows'), cell: ({ rows, more }) => `${number(rows)}${more ? '+' : ''}`, isNumber: true },
        ]}
      />
      <h3>{t('migrations')}</h3>
      <ul>
        {migrations.map(({ name, applied }) => (
          <li key={name}>
            <code>{name}</code> {t(applied ? 'applied' : 'pending')}
          </li>
        ))}
      </ul>
    </section>
  );
}

const origins = {
  default: 'originDefault',
  file: 'originFile',
  environment: 'originVariable',
  'not set': 'originNone',
} as const;

function Settings({ plugin: { settings } }: { readonly plugin: PluginView }) {
  return (
    <section>
      <h2>{t('configuration')}</h2>
      <Table
        label={t('configuration')}
        rows={settings}
        keyOf={({ key }) => key}
        columns={[
          { title: t('setting'), cell: ({ key }) => <code>{key}</code> },
          { title: t('value'), cell: ({ value }) => <code>{value}</code> },
          { title: t('origin'), cell: ({ origin, from }) => `${t(origins[origin])} ${from ?? ''}` },
          { title: t('description'), cell: ({ description }) => description },
        ]}
      />
    </section>
  );
}

type RecentError = Answer<typeof consoleError>;

function requestOf({ id, recorded }: RecentError) {
  return <code class="unbroken">{recorded ? <Link to={`/requests/${id}`}>{id}</Link> : id}</code>;
}

/** The last errors of the operations of a plugin; renders nothing if there are none. */
function ErrorsOf({ plugin }: { readonly plugin: string }) {
  const address = pathOf('/api/console/errors', { module: plugin });
  const { data = [] } = useRead<readonly RecentError[]>(address);
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
