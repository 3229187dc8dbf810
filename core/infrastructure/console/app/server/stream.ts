import { useEffect, useState } from 'preact/hooks';
import { ApiError, read } from './api.ts';
import { addressOf } from '../base.ts';
import { connection, SESSION } from './connection.ts';

const AGAIN_MS = 1_000;

/**
 * Follows a stream of server-sent events while the component is shown.
 * @param address address of the stream; undefined for no stream
 * @returns number of streams that have ended; when it changes, the caller can load missed data
 */
export function useStream<T>(address: string | undefined, onData: (data: T) => void): number {
  const { returns, state } = connection.use();
  const [streams, setStreams] = useState(0);
  useEffect(() => {
    if (state !== 'online' || address === undefined) return undefined;
    let timer: number | undefined;
    const source = new EventSource(addressOf(address));
    source.onmessage = ({ data }: MessageEvent<string>) => onData(JSON.parse(data) as T);
    source.onerror = () => {
      source.close();
      // The server ends each stream after a minute, and when the session ends. With a session, the stream is opened
      // again.
      const again = () => (timer = window.setTimeout(() => setStreams(streams + 1), AGAIN_MS));
      read(SESSION).then(again, (error: unknown) => error instanceof ApiError && error.status !== 401 && again());
    };
    return () => {
      source.close();
      clearTimeout(timer);
    };
  }, [address, returns, state, streams]);
  return streams;
}
