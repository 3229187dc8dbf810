import { useLayoutEffect } from 'preact/hooks';
import { t } from './translations.ts';

let forms = 0;

/** Asks before the page is left, or the tab is closed, while a form has unsaved input. */
export function useUnsaved(isUnsaved: boolean): void {
  useLayoutEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    forms++;
    addEventListener('beforeunload', ask);
    return () => {
      forms--;
      removeEventListener('beforeunload', ask);
    };
  }, [isUnsaved]);
}

/** Whether the page can be left: no form has unsaved input, or the user discards the input. */
export function mayLeave(): boolean {
  return forms === 0 || confirm(t('unsaved'));
}
