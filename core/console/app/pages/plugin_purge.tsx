import { useRef, useState } from 'preact/hooks';
import { request, type ApiError } from '../api.ts';
import { Question } from '../parts/asked.tsx';
import { messageOf, Problem } from '../parts/notice.tsx';
import { goWithMessage } from '../parts/page_message.tsx';
import { number, t } from '../translations.ts';

interface Purged {
  readonly folder: string;
  readonly tables: readonly { readonly name: string; readonly rows: number }[];
}

interface PurgeProps {
  readonly plugin: {
    readonly name: string;
    readonly state: string;
    readonly tables: readonly { readonly name: string; readonly rows: number }[];
  };
  readonly onDone: () => void;
}

/**
 * Exports and removes the data of a plugin that does not run, after a confirmation that names its tables. A plugin
 * whose folder is gone has no page afterwards, so the list of plugins opens.
 */
export function Purge({ plugin: { name: plugin, state, tables }, onDone }: PurgeProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [done, setDone] = useState<Purged>();
  const [error, setError] = useState<ApiError>();
  const purge = async () => {
    setError(undefined);
    try {
      const { data } = await request<Purged>('POST', '/api/console/plugin_purges', { body: { plugin } });
      if (state === 'gone') {
        goWithMessage('/plugins', t('purged', { folder: data.folder }));
        return;
      }
      setDone(data);
      onDone();
    } catch (thrown) {
      setError(thrown as ApiError);
    }
  };
  return (
    <div class="apart">
      {!done && (
        <button type="button" class="danger" onClick={() => dialog.current?.showModal()}>
          {t('purge')}
        </button>
      )}
      <div role="status">{done && <p>{t('purged', { folder: done.folder })}</p>}</div>
      {error && <Problem>{messageOf(error)}</Problem>}
      <Question dialog={dialog} title={t('purgeTitle', { plugin })} act={t('purge')} onYes={() => void purge()}>
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
