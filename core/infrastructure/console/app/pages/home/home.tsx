import { useState } from 'preact/hooks';
import { may } from '../../session.ts';
import { t, number } from '../../translations.ts';
import { Findings, examineAgain } from './home_findings.tsx';
import { Readiness } from './home_readiness.tsx';
import { useRead } from '../../server/load.ts';
import { Chart } from '../../parts/chart.tsx';
import { Loading } from '../../parts/notice.tsx';
import { useStream } from '../../server/stream.ts';
import type { consolePoint } from '../../../shapes/state.ts';
import type { Answer } from '../../wire.ts';

type Point = Answer<typeof consolePoint>;

const MAX_POINTS = 360;
const MEGABYTE = 1024 * 1024;

const milliseconds = (value: number) => `${number(value, 1)} ms`;
const percent = (value: number) => `${number(value, 1)} %`;
const megabytes = (value: number) => `${number(value / MEGABYTE)} MB`;

/** Charts of the last points, by default one hour; updated while the page is open. */
function Charts() {
  const [added, setAdded] = useState<readonly Point[]>([]);
  const streams = useStream<Point>('/api/console/stream', (point) => {
    setAdded((all) => [...all.slice(-MAX_POINTS), point]);
    if (point.errors > 0) examineAgain();
  });
  const loaded = useRead<readonly Point[]>('/api/console/points', streams);
  return (
    <section>
      <h2>{t('lastHour')}</h2>
      <Loading of={loaded}>{(points) => <Drawn points={merged(points, added)} />}</Loading>
    </section>
  );
}

/** Merges the points of the list with those of the stream, without duplicates. */
function merged(points: readonly Point[], added: readonly Point[]): readonly Point[] {
  const secondOf = ({ time }: Point) => Math.floor(new Date(time).getTime() / 1000);
  const known = new Map([...points, ...added].map((point) => [secondOf(point), point]));
  return [...known.values()].slice(-MAX_POINTS);
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

/** State of the installation. Each part requires another permission. */
export function Home() {
  return (
    <>
      <h1>{t('home')}</h1>
      {may('console_findings') && <Findings />}
      {may('console_state') && <Readiness />}
      {may('console_charts') && <Charts />}
    </>
  );
}
