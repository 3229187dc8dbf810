import { AggregatorRegistry, Gauge, type Registry } from 'prom-client';
import { onPrimaryMessage, sendToPrimary } from './primary_channel.ts';
import type { MetricJson } from './messages.ts';
import { workerNumber } from './worker_number.ts';

/** Metrics of a process, and the durations of its requests. */
interface OwnMetrics {
  readonly registry: Registry;
  readonly durations: { readonly json: MetricJson };
}

// Milliseconds to wait for the primary, which itself waits two seconds for the workers.
const TIMEOUT_MS = 4_000;

/**
 * Creates the function that returns the text of /metrics: of this process, or of all workers if this process is one.
 * A worker whose primary does not answer in time returns its own metrics.
 * @param own returns the metrics of this process
 */
export function metricsWriter(own: () => OwnMetrics): () => Promise<string> {
  return workerNumber() === undefined ? () => textOf(own()) : writerOfAll(own);
}

async function textOf({ registry, durations }: OwnMetrics): Promise<string> {
  return `${await registry.metrics()}\n${await summed([[durations.json]]).metrics()}`;
}

let sendLast: () => Promise<void> = () => Promise.resolve();

/** Sends the last counts of this worker to the primary, which adds them to later sums. No effect in a single process. */
export function sendLastMetrics(): Promise<void> {
  return sendLast();
}

function writerOfAll(own: () => OwnMetrics): () => Promise<string> {
  const waiting = new Map<number, (metrics: readonly MetricJson[]) => void>();
  let questions = 0;
  sendLast = () => sendCounts(own());
  onPrimaryMessage((message) => {
    if (message.lectern === 'give metrics') void send(own(), message.question);
    if (message.lectern === 'metrics of all') waiting.get(message.question)?.(message.metrics);
  });
  return async () => {
    const question = ++questions;
    const answer = new Promise<readonly MetricJson[] | undefined>((resolve) => {
      waiting.set(question, resolve);
      setTimeout(resolve, TIMEOUT_MS, undefined).unref();
    });
    await sendToPrimary({ lectern: 'ask metrics', question });
    const metrics = await answer.finally(() => waiting.delete(question));
    return metrics ? summed([metrics]).metrics() : textOf(own());
  };
}

async function send({ registry, durations }: OwnMetrics, question: number): Promise<void> {
  const metrics = [...(await registry.getMetricsAsJSON()), durations.json];
  await sendToPrimary({ lectern: 'metrics', question, metrics });
}

/** Sends all metrics but gauges. Gauges of an ended worker mean nothing, and may read closed resources. */
async function sendCounts({ registry, durations }: OwnMetrics): Promise<void> {
  const all = registry.getMetricsAsArray().flatMap(({ name }) => registry.getSingleMetric(name) ?? []);
  const counts = all.filter((metric) => !(metric instanceof Gauge));
  const metrics = [...(await Promise.all(counts.map((metric) => metric.get()))), durations.json];
  await sendToPrimary({ lectern: 'metrics', question: 0, metrics });
}

/** Combines lists of metrics; the `aggregator` of a metric says how: most are summed. */
export function summed(lists: readonly (readonly MetricJson[])[]): Registry {
  return AggregatorRegistry.aggregate([...lists]);
}
