import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, read } from './api.ts';
import { connection } from './connection.ts';
import { pathOf, place } from '../router.tsx';
import { ended } from '../session.ts';

/** State of loaded data. During a reload the former data stays; an error answer other than 401 replaces the data. */
export interface Loaded<T> {
  readonly data: T | undefined;
  readonly error: ApiError | undefined;
  readonly again: () => void;
}

/**
 * Loads data for a page. Loads again when `key` changes, and when the connection is restored.
 * @param version value whose change loads the data of the same key again
 */
export function useLoad<T>(load: () => Promise<T>, key: string, version = 0): Loaded<T> {
  const [state, setState] = useState<{ key: string; data?: T; error?: ApiError }>({ key });
  const [turn, setTurn] = useState(0);
  const { returns } = connection.use();
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (data) => isCurrent && setState({ key, data }),
      (error: unknown) => {
        if (!isCurrent || !(error instanceof ApiError) || [0, 401].includes(error.status)) return;
        setState({ key, error });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key, turn, returns, version]);
  const isOfKey = state.key === key;
  return {
    data: isOfKey ? state.data : undefined,
    error: isOfKey ? state.error : undefined,
    again: () => setTurn((last) => last + 1),
  };
}

/** Loads the answer of a GET request as `useLoad` does. */
export function useRead<T>(address: string, version = 0): Loaded<T> {
  return useLoad(() => read<T>(address), address, version);
}

/** Calls `look` regularly while the page is visible and the session has not ended. */
export function useRegularly(look: () => void, milliseconds: number): void {
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && !ended.value && look(), milliseconds);
    return () => clearInterval(timer);
  }, []);
}

interface PageTerms {
  /** Query parameters that narrow or order the list. */
  readonly conditions: readonly { readonly name: string }[];
  /** Number of rows; undefined for a list that is not paged. */
  readonly size: number | undefined;
}

/** Loads one page of a list. The query of the console's address has the conditions and the offset. */
export function usePage<T>(address: string, { conditions, size }: PageTerms) {
  const { query } = place.use();
  const given = Object.fromEntries(conditions.map(({ name }) => [name, query.get(name) ?? undefined]));
  const offset = Number(query.get('offset') ?? 0);
  const part = size === undefined ? {} : { offset: String(offset), limit: String(size) };
  return { offset, loaded: useRead<T>(pathOf(address, { ...given, ...part })) };
}

/**
 * Initial data of a form. Later data would discard typed texts, so only a call of `take` loads and adopts later data.
 * The form then shows the text `said` that the call has passed.
 */
export function useBase<T>({ data, again }: Pick<Loaded<T>, 'data' | 'again'>) {
  const [{ base, count }, setBase] = useState<{ base?: T; count: number }>({ count: 0 });
  const [said, setSaid] = useState('');
  const isTaken = useRef(true);
  useEffect(() => {
    if (data === undefined || !isTaken.current) return;
    isTaken.current = false;
    setBase((former) => ({ base: data, count: former.count + 1 }));
  }, [data]);
  const take = (text: string) => {
    isTaken.current = true;
    setSaid(text);
    again();
  };
  return { base, count, said, take };
}
