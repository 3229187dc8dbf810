import { useRef, useState } from 'preact/hooks';
import { request } from '../../server/api.ts';
import { Question } from '../../parts/asked.tsx';
import { useAttempt } from '../../parts/notice.tsx';
import { number, t } from '../../translations.ts';
import { goWithMessage } from '../../parts/page_message.tsx';
import type { consolePlugin, pluginSwitched, pluginPurged } from '../../../shapes/plugin.ts';
import type { Answer } from '../../wire.ts';

type Switched = Answer<typeof pluginSwitched>;

/** A plugin with all its parts. */
export type PluginView = Answer<typeof consolePlugin>;

interface SwitchProps {
  readonly plugin: PluginView;
  readonly onDone: () => void;
}

/** Button that enables or disables a plugin, and the consequences of the change. Asks before a plugin is disabled. */
export function Switch({ plugin, onDone }: SwitchProps) {
  const { name, enabledAtNextStart: isEnabled } = plugin;
  const dialog = useRef<HTMLDialogElement>(null);
  const [done, setDone] = useState<Switched>();
  const { attempt, problem } = useAttempt();
  const change = async () => {
    const body = { enabled: !isEnabled };
    setDone((await request<Switched>('PATCH', `/api/console/plugins/${name}`, { body })).data);
    onDone();
  };
  return (
    <>
      <button type="button" onClick={() => (isEnabled ? dialog.current?.showModal() : void attempt(change))}>
        {t(isEnabled ? 'disable' : 'enable')}
      </button>
      <div role="status">
        {done && <p>{t(done.needsRestart ? 'switchedRestart' : 'switched', { state: t(done.state) })}</p>}
        {done?.warnings.map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
      </div>
      {problem}
      <Question
        dialog={dialog}
        title={t('disableTitle', { plugin: name })}
        act={t('disable')}
        onYes={() => void attempt(change)}
      >
        <Consequences plugin={plugin} />
      </Question>
    </>
  );
}

/** Consequences of disabling a plugin: parts that stop, affected modules, and tables that stay. */
function Consequences({ plugin }: Pick<SwitchProps, 'plugin'>) {
  const { operations, tables } = plugin;
  const routes = operations.map(({ method, address }) => `${method} ${address}`);
  const kept = tables.map(({ name, rows, more }) => `${name}: ${number(rows)}${more ? '+' : ''}`);
  return (
    <>
      <p>{t('disableQuestion')}</p>
      <Items title={t('routes')} items={routes} />
      <Items title={t('hooksAround')} items={plugin.hooks} />
      <Items title={t('subscribers')} items={plugin.subscribers} />
      <Items title={t('jobs')} items={plugin.jobs} />
      <Items title={t('settings')} items={plugin.sections} />
      <Items title={t('modulePages')} items={plugin.pages} />
      <Items title={t('affected')} items={plugin.affected} />
      <Items title={t('tablesStay')} items={kept} />
    </>
  );
}

/** A titled list of parts of a plugin; nothing without items. */
export function Items({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <>
      <p>
        {title} ({number(items.length)}):
      </p>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </>
  );
}

type Purged = Answer<typeof pluginPurged>;

/**
 * Exports and removes the data of a plugin that does not run, after a confirmation that names its tables. A plugin
 * whose folder is gone has no page afterwards, so the list of plugins opens.
 */
export function Purge({ plugin: { name: plugin, state, tables }, onDone }: SwitchProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [done, setDone] = useState<Purged>();
  const { attempt, problem } = useAttempt();
  const purge = async () => {
    const { data } = await request<Purged>('POST', '/api/console/plugin_purges', { body: { plugin } });
    if (state === 'gone') {
      goWithMessage('/plugins', t('purged', { folder: data.folder }));
      return;
    }
    setDone(data);
    onDone();
  };
  return (
    <div class="apart">
      {!done && (
        <button type="button" class="danger" onClick={() => dialog.current?.showModal()}>
          {t('purge')}
        </button>
      )}
      <div role="status">{done && <p>{t('purged', { folder: done.folder })}</p>}</div>
      {problem}
      <Question dialog={dialog} title={t('purgeTitle', { plugin })} act={t('purge')} onYes={() => void attempt(purge)}>
        <p>{t('purgeQuestion', { plugin })}</p>
        <ul>
          {tables.map(({ name, rows }) => (
            <li key={name}>
              {name}: {number(rows)}
            </li>
          ))}
        </ul>
      </Question>
    </div>
  );
}
