import { useEffect, useState } from 'preact/hooks';
import { read, request } from '../../server/api.ts';
import { useRead } from '../../server/load.ts';
import { Loading, useAttempt } from '../../parts/notice.tsx';
import { PluginState, type ListedPlugin } from '../../parts/plugin_state.tsx';
import { Table } from '../../parts/table.tsx';
import { Link } from '../../router.tsx';
import { may } from '../../session.ts';
import { number, t } from '../../translations.ts';
import { PluginPage } from './plugin.tsx';
import { PlanShown } from './plan_shown.tsx';
import { AddPackage } from './plugin_packages.tsx';
import type { incomingPlugin, pluginPlan } from '../../../shapes/plugin_plan.ts';
import type { Answer } from '../../wire.ts';

/** The list of plugins, or one plugin. */
export function Plugins({ path }: { readonly path: string }) {
  return path === '' ? <PluginList /> : <PluginPage key={path} name={path} />;
}

function PluginList() {
  const loaded = useRead<readonly ListedPlugin[]>('/api/console/plugins');
  return (
    <>
      <h1>{t('plugins')}</h1>
      <Loading of={loaded}>
        {(plugins) => (
          <Table
            label={t('plugins')}
            rows={plugins}
            keyOf={({ name }) => name}
            columns={[
              { title: t('plugin'), cell: ({ name }) => <Link to={`/plugins/${name}`}>{name}</Link> },
              { title: t('version'), cell: ({ version }) => version },
              { title: t('state'), cell: (plugin) => <PluginState plugin={plugin} /> },
              { title: t('routes'), cell: ({ routes }) => number(routes), isNumber: true },
              { title: t('reason'), cell: ({ reason }) => reason ?? '' },
              { title: t('requires'), cell: ({ requires }) => requires.join(', ') },
            ]}
          />
        )}
      </Loading>
      {may('console_plugin_package') && <AddPackage />}
      {may('console_plugin_add') && <Adding />}
    </>
  );
}

type Plan = Answer<typeof pluginPlan>;

type IncomingPlugin = Answer<typeof incomingPlugin>;

const ADDRESS = '/api/console/plugin_plans';
const LOOK_MS = 1_000;

/** List of plugins that can be added. The user sees the plan of the addition before the button that adds the plugin. */
function Adding() {
  const loaded = useRead<readonly IncomingPlugin[]>(ADDRESS);
  return (
    <section>
      <h2>{t('addPlugin')}</h2>
      <p>{t('addPluginHow')}</p>
      <Loading of={loaded}>
        {(found) =>
          found.length === 0 ? <p>{t('none')}</p> : found.map((one) => <Incoming key={one.plugin} {...one} />)
        }
      </Loading>
    </section>
  );
}

function Incoming({ plugin, version, installed }: IncomingPlugin) {
  const [plan, setPlan] = useState<Plan>();
  const [isAdded, setIsAdded] = useState(false);
  const { attempt, problem } = useAttempt();
  useEffect(() => {
    if (plan?.state !== 'planning') return undefined;
    const look = async () => setPlan(await read<Plan>(`${ADDRESS}/${plugin}`));
    const timer = setTimeout(() => void attempt(look), LOOK_MS);
    return () => clearTimeout(timer);
  }, [plan]);
  const send = (address: string, body: object) => request<Plan>('POST', address, { body: { plugin, ...body } });
  const start = async () => setPlan((await send(ADDRESS, {})).data);
  const replaces = installed !== null;
  const add = async () => {
    await send('/api/console/plugin_additions', { replaces });
    setIsAdded(true);
  };
  const button = replaces ? t('replaceBy', { plugin, installed, version }) : t('addThis', { plugin });
  return (
    <>
      <h3>
        {plugin} {version}
      </h3>
      {problem}
      <div role="status">
        {isAdded && <p>{t(replaces ? 'pluginReplaced' : 'pluginAdded')}</p>}
        {plan?.state === 'planning' && <p>{t('planning')}</p>}
      </div>
      {!isAdded && plan && plan.state !== 'planning' && (
        <PlanShown plan={plan} button={button} onAdd={() => void attempt(add)} />
      )}
      {!isAdded && plan?.state !== 'planning' && (
        <button type="button" onClick={() => void attempt(start)}>
          {t('showPlan', { plugin })}
        </button>
      )}
    </>
  );
}
