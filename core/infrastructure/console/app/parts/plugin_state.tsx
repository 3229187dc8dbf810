import { t } from '../translations.ts';
import { Badge } from './badge.tsx';
import type { consolePlugin } from '../../shapes/plugin.ts';
import type { Answer } from '../wire.ts';

export type ListedPlugin = Answer<typeof consolePlugin, 'simple'>;

/** Present state of a plugin, and its state after the next start if the two differ. */
export function PluginState({ plugin: { state, enabledAtNextStart } }: { readonly plugin: ListedPlugin }) {
  const changes = (state === 'disabled') === enabledAtNextStart && state !== 'gone';
  return (
    <>
      <Badge state={changes ? 'pending' : state}>{t(state)}</Badge>
      {changes && <small> {t(enabledAtNextStart ? 'enabledNext' : 'disabledNext')}</small>}
    </>
  );
}
