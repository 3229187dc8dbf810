import { AggregatorRegistry, Gauge, type Registry } from 'prom-client';
import { onPrimaryMessage, sendToPrimary } from './primary_channel.ts';
import type { MetricJson } from './messages.ts';
import { workerNumber } from './worker_number.ts';

// Milliseconds to wait for the primary, which itself waits two seconds for the workers.
const TIMEOUT_MS = 4_000;

/**
 * Creates the function that returns the text of /metrics: of this process, or of all workers if this process is one.
 * A worker whose primary does not answer in time returns its own metrics.
 * @param own returns the metrics of this process
 */
export function metricsWriter(own: () => Registry): () => Promise<string> {
  return workerNumber() === undefined ? () => own().metrics() : writerOfAll(own);
}

let sendLast: () => Promise<void> = () => Promise.resolve();

/** Sends the last counts of this worker to the primary, which adds them to later sums. No effect in a single process. */
export function sendLastMetrics(): Promise<void> {
  return sendLast();
}

function writerOfAll(own: () => Registry): () => Promise<string> {
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
    return metrics ? summed([metrics]).metrics() : own().metrics();
  };
}

async function send(registry: Registry, question: number): Promise<void> {
  await sendToPrimary({ lectern: 'metrics', question, metrics: await registry.getMetricsAsJSON() });
}

/** Sends all metrics but gauges. Gauges of an ended worker mean nothing, and may read closed resources. */
async function sendCounts(registry: Registry): Promise<void> {
  const all = registry.getMetricsAsArray().flatMap(({ name }) => registry.getSingleMetric(name) ?? []);
  const counts = all.filter((metric) => !(metric instanceof Gauge));
  const metrics = await Promise.all(counts.map((metric) => metric.get()));
  await sendToPrimary({ lectern: 'metrics', question: 0, metrics });
}

/** Combines lists of metrics; the `aggregator` of a metric says how: most are summed. */
export function summed(lists: readonly (readonly MetricJson[])[]): Registry {
  return AggregatorRegistry.aggregate([...lists]);
}
