import { AggregatorRegistry, Gauge, type Registry } from 'prom-client';
import { hearPrimary, tellPrimary } from './member.ts';
import type { MetricJson } from './messages.ts';
import { workerNumber } from './worker_number.ts';

// The primary waits two seconds for a worker that does not answer.
const PATIENCE_MS = 4_000;

/**
 * Makes what writes the metrics: of this process, or of all workers where several serve, whichever of them is asked.
 * @param own the metrics of this process, made ready to be read
 */
export function metricsWriter(own: () => Registry): () => Promise<string> {
  return workerNumber() === undefined ? () => own().metrics() : writerOfAll(own);
}

let tellLast: () => Promise<void> = () => Promise.resolve();

/** Tells the primary the last figures of this worker, which would be lost with it. */
export function tellLastMetrics(): Promise<void> {
  return tellLast();
}

function writerOfAll(own: () => Registry): () => Promise<string> {
  const waiting = new Map<number, (metrics: readonly MetricJson[]) => void>();
  let questions = 0;
  tellLast = () => tellCounts(own());
  hearPrimary((message) => {
    if (message.lectern === 'give metrics') void give(own(), message.question);
    if (message.lectern === 'metrics of all') waiting.get(message.question)?.(message.metrics);
  });
  return async () => {
    const question = ++questions;
    const answer = new Promise<readonly MetricJson[] | undefined>((resolve) => {
      waiting.set(question, resolve);
      setTimeout(resolve, PATIENCE_MS, undefined).unref();
    });
    await tellPrimary({ lectern: 'ask metrics', question });
    const metrics = await answer.finally(() => waiting.delete(question));
    return metrics ? summed([metrics]).metrics() : own().metrics();
  };
}

async function give(registry: Registry, question: number): Promise<void> {
  await tellPrimary({ lectern: 'metrics', question, metrics: await registry.getMetricsAsJSON() });
}

/** What has been counted; how things stood goes with the worker, and to ask for it, what knows it would have to be there. */
async function tellCounts(registry: Registry): Promise<void> {
  const all = registry.getMetricsAsArray().flatMap(({ name }) => registry.getSingleMetric(name) ?? []);
  const counts = all.filter((metric) => !(metric instanceof Gauge));
  const metrics = await Promise.all(counts.map((metric) => metric.get()));
  await tellPrimary({ lectern: 'metrics', question: 0, metrics });
}

/** Adds up lists of metrics, each as its own `aggregator` says. */
export function summed(lists: readonly (readonly MetricJson[])[]): Registry {
  return AggregatorRegistry.aggregate([...lists]);
}
