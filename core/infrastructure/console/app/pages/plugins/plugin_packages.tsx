import { useEffect, useState } from 'preact/hooks';
import { read, request } from '../../server/api.ts';
import { Badge } from '../../parts/badge.tsx';
import { Problem, useAttempt } from '../../parts/notice.tsx';
import { goWithMessage } from '../../parts/page_message.tsx';
import { t } from '../../translations.ts';
import type { PluginView } from './plugin_switch.tsx';
import type { packageChange } from '../../../shapes/package_change.ts';
import type { Answer } from '../../wire.ts';

type Change = Answer<typeof packageChange>;

const ADDRESS = '/api/console/plugin_packages';
const LOOK_MS = 1_000;

/** Function that begins a change of a package, and the plan of the last change with the button that confirms it. */
function useChange(onDone?: (text: string) => void) {
  const [change, setChange] = useState<Change>();
  const { attempt, problem } = useAttempt();
  const isRunning = change?.state === 'planning' || change?.state === 'working';
  useEffect(() => {
    if (change?.state === 'done') onDone?.(t('packageChanged', { plugin: change.plugin }));
    if (!isRunning) return undefined;
    const look = async () => setChange(await read<Change>(`${ADDRESS}/${change.id}`));
    const timer = setTimeout(() => void attempt(look), LOOK_MS);
    return () => clearTimeout(timer);
  }, [change]);
  const send = (...sent: [method: string, address: string, body: unknown]) =>
    attempt(async () => {
      const [method, address, body] = sent;
      setChange((await request<Change>(method, address, { body })).data);
    });
  const confirm = ({ id, breaks }: Change) => void send('PATCH', `${ADDRESS}/${id}`, { force: breaks });
  const shown = (
    <>
      {problem}
      <div role="status">
        {isRunning && <p>{t(change.state === 'working' ? 'changing' : 'planning')}</p>}
        {change?.state === 'done' && <p>{t('packageChanged', { plugin: change.plugin })}</p>}
        {change?.state === 'unchanged' && <p>{t('packageUnchanged')}</p>}
      </div>
      {(change?.state === 'ready' || change?.state === 'failed') && (
        <Plan change={change} onConfirm={() => confirm(change)} />
      )}
    </>
  );
  return { begin: (body: unknown) => void send('POST', ADDRESS, body), shown };
}

/** A plan, or the error of a failed one. A plan that is ready has the button that goes on. */
function Plan({ change, onConfirm }: { readonly change: Change; readonly onConfirm: () => void }) {
  const { plugin, state, breaks, text } = change;
  return (
    <>
      {(breaks || state === 'failed') && (
        <p>
          <Badge state="problem">{t(breaks ? 'breaks' : 'failed')}</Badge>
        </p>
      )}
      <pre>{text}</pre>
      {state === 'ready' && breaks && <Problem>{t('breaksWarning')}</Problem>}
      {state === 'ready' && (
        <button type="button" class={breaks ? 'danger' : 'primary'} onClick={onConfirm}>
          {t('goOnWith', { plugin })}
        </button>
      )}
    </>
  );
}

/** Form that adds a plugin from a package, which is named or uploaded. */
export function AddPackage() {
  const { begin, shown } = useChange();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    begin(new FormData(event.currentTarget as HTMLFormElement));
  };
  return (
    <section>
      <h2>{t('addPackage')}</h2>
      <p>{t('addPackageHow')}</p>
      <form onSubmit={submit}>
        <input type="hidden" name="action" value="add" />
        <label>
          {t('packageName')}
          <input name="name" autocomplete="off" autocapitalize="none" spellcheck={false} />
        </label>
        <label>
          {t('packageArchive')}
          <input name="archive" type="file" accept=".tgz,.tar.gz" />
        </label>
        <button>{t('showPackagePlan')}</button>
      </form>
      {shown}
    </section>
  );
}

/** Buttons that update and remove an added plugin. A removed one has no page, so the list of plugins opens afterwards. */
export function Package({ plugin: { name, addedFrom } }: { readonly plugin: PluginView }) {
  const { begin, shown } = useChange((text) => goWithMessage('/plugins', text));
  return (
    <section>
      <h2>{t('package')}</h2>
      {addedFrom === 'registry' && (
        <button type="button" onClick={() => begin({ action: 'update', name })}>
          {t('updatePackage')}
        </button>
      )}
      <button type="button" onClick={() => begin({ action: 'remove', name })}>
        {t('removePackage')}
      </button>
      {shown}
    </section>
  );
}
