import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiError } from '../server/api.ts';
import type { Loaded } from '../server/load.ts';
import { t } from '../translations.ts';

/** Error message, which screen readers read out immediately. */
export function Problem({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="notice problem" role="alert">
      {children}
    </div>
  );
}

/** Returns the message of an error. Without an answer or a session, the message says that nothing was done. */
export function messageOf({ status, message }: ApiError): string {
  if (status === 401) return t('notSignedIn');
  return status === 0 ? t('notDone') : message;
}

/** A function that runs requests of a control, and the notice about the error of the last run. */
export function useAttempt() {
  const [error, setError] = useState<ApiError>();
  const attempt = async (work: () => Promise<unknown>) => {
    setError(undefined);
    try {
      await work();
    } catch (thrown) {
      setError(thrown as ApiError);
    }
  };
  return { attempt, problem: error && <Problem>{messageOf(error)}</Problem> };
}

interface LoadingProps<T> {
  readonly of: Loaded<T>;
  readonly children: (data: T) => ComponentChildren;
}

/** Shows loaded data, the error, or a loading message before either. */
export function Loading<T>({ of: { data, error }, children }: LoadingProps<T>) {
  return (
    <>
      {error && <Problem>{messageOf(error)}</Problem>}
      {data === undefined ? !error && <p role="status">{t('loading')}</p> : children(data)}
    </>
  );
}
