import type { ComponentChildren } from 'preact';
import type { ApiError } from '../api.ts';
import type { Loaded } from '../load.ts';
import { t } from '../translations.ts';

/** An error that is read out at once. */
export function Problem({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="notice problem" role="alert">
      {children}
    </div>
  );
}

/** Message of an error answer; of no answer and of an ended session, that nothing was done. */
export function messageOf({ status, message }: ApiError): string {
  if (status === 401) return t('notSignedIn');
  return status === 0 ? t('notDone') : message;
}

interface LoadingProps<T> {
  readonly of: Loaded<T>;
  readonly children: (data: T) => ComponentChildren;
}

/** Shows data when it is there; until then that it is loading, or why it could not be loaded. */
export function Loading<T>({ of: { data, error }, children }: LoadingProps<T>) {
  return (
    <>
      {error && <Problem>{messageOf(error)}</Problem>}
      {data === undefined ? !error && <p role="status">{t('loading')}</p> : children(data)}
    </>
  );
}
