import { useEffect, useState } from 'preact/hooks';
import { ApiError } from './api.ts';
import { connection } from './connection.ts';

/** State of what a page has asked for. The former data stays while it is asked again. */
export interface Loaded<T> {
  readonly data: T | undefined;
  readonly error: ApiError | undefined;
  readonly again: () => void;
}

/** Loads data for a page; again when `key` changes, or when the server has come back. */
export function useLoad<T>(load: () => Promise<T>, key: string): Loaded<T> {
  const [state, setState] = useState<{ key: string; data?: T; error?: ApiError }>({ key });
  const [turn, setTurn] = useState(0);
  const { returns } = connection.use();
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (data) => isCurrent && setState({ key, data }),
      (error: unknown) => {
        if (!isCurrent || !(error instanceof ApiError) || error.status === 0) return;
        setState((former) => ({ ...(former.key === key && former), key, error }));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key, turn, returns]);
  const isOfKey = state.key === key;
  return {
    data: isOfKey ? state.data : undefined,
    error: isOfKey ? state.error : undefined,
    again: () => setTurn(turn + 1),
  };
}
