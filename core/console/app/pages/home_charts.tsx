import { useEffect, useState } from 'preact/hooks';
import { ApiError, read } from '../api.ts';
import { connection, lost } from '../connection.ts';
import { useLoad } from '../load.ts';
import { Chart } from '../parts/chart.tsx';
import { Loading } from '../parts/notice.tsx';
import { number, t } from '../words.ts';

interface Point {
  readonly time: string;
  readonly requests: number;
  readonly errors: number;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly cpu: number | null;
  readonly memory: number | null;
  readonly eventLoopDelay: number | null;
  readonly connections: number | null;
  readonly connectionsMax: number | null;
  readonly waiting: number | null;
}

const MOST_POINTS = 360;
const AGAIN_MS = 1_000;
const MEGABYTE = 1024 * 1024;

const milliseconds = (value: number) => `${number(value, 1)} ms`;
const percent = (value: number) => `${number(value, 1)} %`;
const megabytes = (value: number) => `${number(value / MEGABYTE)} MB`;

/** Charts of the last hour, which go on while the page is open. */
export function Charts() {
  const [added, setAdded] = useState<readonly Point[]>([]);
  const { returns, online } = connection.use();
  const [streams, setStreams] = useState(0);
  const loaded = useLoad(() => read<readonly Point[]>('/api/console/points'), `points ${streams}`);
  useEffect(() => {
    if (!online) return undefined;
    let timer: number | undefined;
    const source = new EventSource('/api/console/stream');
    source.onmessage = ({ data }: MessageEvent<string>) =>
      setAdded((all) => [...all.slice(-MOST_POINTS), JSON.parse(data) as Point]);
    source.onerror = () => {
      source.close();
      // The server ends each stream after a while, so that an ended session has no further points.
      read('/api/console/sessions/current').then(
        () => (timer = window.setTimeout(() => setStreams(streams + 1), AGAIN_MS)),
        (error: unknown) => error instanceof ApiError && error.status === 503 && lost(),
      );
    };
    return () => {
      source.close();
      clearTimeout(timer);
    };
  }, [returns, online, streams]);
  return (
    <section>
      <h2>{t('lastHour')}</h2>
      <Loading of={loaded}>{(points) => <Drawn points={merged(points, added)} />}</Loading>
    </section>
  );
}

/** The points of the list and of the stream, each once. */
function merged(points: readonly Point[], added: readonly Point[]): readonly Point[] {
  const secondOf = ({ time }: Point) => Math.floor(new Date(time).getTime() / 1000);
  const known = new Map([...points, ...added].map((point) => [secondOf(point), point]));
  return [...known.values()].slice(-MOST_POINTS);
}

function Drawn({ points }: { readonly points: readonly Point[] }) {
  if (points.length === 0) return <p>{t('noPoints')}</p>;
  const times = points.map(({ time }) => new Date(time).getTime());
  const of = (name: Exclude<keyof Point, 'time'>) => points.map((point) => point[name]);
  const one = (name: Exclude<keyof Point, 'time'>) => [{ name: t('now'), values: of(name) }];
  const pool = [
    { name: t('inUse'), values: of('connections') },
    { name: t('waiting'), values: of('waiting') },
  ];
  const durations = (['p50', 'p95', 'p99'] as const).map((name) => ({ name, values: of(name) }));
  return (
    <div class="charts">
      <Chart title={t('requests')} lines={one('requests')} times={times} write={(value) => number(value, 2)} />
      <Chart title={t('errors')} lines={one('errors')} times={times} write={percent} />
      <Chart title={t('durations')} lines={durations} times={times} write={milliseconds} />
      <Chart title={t('cpu')} lines={one('cpu')} times={times} write={percent} />
      <Chart title={t('memory')} lines={one('memory')} times={times} write={megabytes} />
      <Chart title={t('eventLoop')} lines={one('eventLoopDelay')} times={times} write={milliseconds} />
      <Chart title={t('pool')} lines={pool} times={times} write={(value) => number(value)} />
    </div>
  );
}
