import { use, type Lifecycle, type MountedRequest, type SourceOfShape } from 'lectern';
import type { consolePoint } from '../../shapes/state.ts';
import { readSamples, sumOf, type Scrape, trafficBetween } from './traffic.ts';
import { EventStream, type Send } from '../event_stream.ts';

/** Measurements of the interval since the previous point, in the units of the shape `ConsolePoint`. */
export type Point = SourceOfShape<typeof consolePoint, 'public'>;

const MAX_POINTS = 360;

/** Keeps the last 360 points of the charts in memory, computed from the metrics. */
export class Measurements implements Lifecycle {
  readonly #installation = use('installation');
  readonly #logger = use('logger');
  readonly #clock = use('clock');
  readonly #intervalMs = use('consoleConfig').sampleSeconds * 1000;
  readonly #points: Point[] = [];
  readonly #listeners = new Set<(point: Point) => void>();
  #timer: NodeJS.Timeout | undefined;
  #last: Scrape | undefined;

  /** All kept points, the oldest first. */
  get points(): readonly Point[] {
    return this.#points;
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  ready(): void {
    this.#timer = setInterval(() => void this.#sample(), this.#intervalMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Calls `listener` with each further point. @returns function that removes the listener */
  listen(listener: (point: Point) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #sample(): Promise<void> {
    try {
      const now = { samples: readSamples(await this.#installation.metrics()), at: performance.now() };
      const before = this.#last;
      this.#last = now;
      if (before) this.#add(pointOf(before, now, this.#clock.now()));
    } catch (err) {
      this.#logger.warn(
        { err },
        'The metrics could not be read, so the charts of the console lack a point; the field "err" says why',
      );
    }
  }

  #add(point: Point): void {
    this.#points.push(point);
    if (this.#points.length > MAX_POINTS) this.#points.shift();
    for (const listener of this.#listeners) listener(point);
  }
}

function pointOf(before: Scrape, now: Scrape, time: Date): Point {
  const value = (name: string, labels?: Record<string, string>) => sumOf(now.samples, name, labels);
  const lag = value('nodejs_eventloop_lag_p99_seconds');
  return {
    time,
    ...trafficBetween(before, now, 'console'),
    cpu: cpuBetween(before, now),
    memory: value('process_resident_memory_bytes'),
    eventLoopDelay: lag === null ? null : Math.round(lag * 10_000) / 10,
    connections: value('lectern_database_connections', { state: 'used' }),
    connectionsMax: value('lectern_database_connections_max'),
    waiting: value('lectern_database_waiting_statements'),
  };
}

/** Processor time of all processes between two scrapes, in percent of one processor. */
function cpuBetween(before: Scrape, now: Scrape): number | null {
  const seconds = ({ samples }: Scrape) => sumOf(samples, 'process_cpu_seconds_total');
  const [from, to] = [seconds(before), seconds(now)];
  if (from === null || to === null || to < from) return null;
  return Math.round(((to - from) / (now.at - before.at)) * 1_000_000) / 10;
}

/** Streams the points of the charts to a page. */
export class MeasurementStream extends EventStream {
  readonly address = '/console/stream';
  readonly requires = 'console_charts';
  readonly #measurements = use('measurements');

  protected listen(_request: MountedRequest, send: Send): () => void {
    return this.#measurements.listen(send);
  }
}
