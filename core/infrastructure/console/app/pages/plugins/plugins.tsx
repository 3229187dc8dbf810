import { useRead } from '../../server/load.ts';
import { Loading } from '../../parts/notice.tsx';
import { PluginState, type ListedPlugin } from '../../parts/plugin_state.tsx';
import { Table } from '../../parts/table.tsx';
import { Link } from '../../router.tsx';
import { may } from '../../session.ts';
import { number, t } from '../../translations.ts';
import { PluginPage } from './plugin.tsx';
import { AddPackage } from './plugin_packages.tsx';

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
    </>
  );
}
