import { collectDefaultMetrics } from 'prom-client';
import { metricsWriter } from '../cluster/summed_metrics.ts';
import { exportPool, exportedRequests } from './exported_metrics.ts';
import type { MeterRegistry } from './meters.ts';
import { RequestDurations, type RequestLabels } from './request_durations.ts';
import { kernelVersion } from '../../kernel/base/package_info.ts';
import type { Meters } from '../../kernel/base/meters.ts';

/** Metrics of the process, for Prometheus. */
export interface Metrics {
  /** Counts a request that has arrived; `observe` or `forget` has to follow. */
  readonly begin: () => void;
  /** Reverses `begin` for a request that the kernel has passed on to other middleware. */
  readonly forget: () => void;
  observe(request: RequestLabels, status: number, milliseconds: number): void;
  readonly contentType: string;
  text(): Promise<string>;
}

/** Registers the meters of requests and of the version. */
export function createMetrics(meters: MeterRegistry): Metrics {
  const { registry } = meters;
  const durations = new RequestDurations();
  const exported = exportedRequests();
  exportPool(registry);
  let inFlight = 0;
  meters.reading({
    name: 'http_requests_in_flight',
    help: 'Requests that are not answered yet.',
    read: () => inFlight,
  });
  registerVersion(meters);
  let withProcess = false;
  return {
    begin: () => {
      inFlight++;
    },
    forget: () => {
      inFlight--;
    },
    observe: (request, status, milliseconds) => {
      inFlight--;
      durations.observe(request, status, milliseconds / 1000);
      exported?.(request, status, milliseconds / 1000);
    },
    contentType: registry.contentType,
    text: metricsWriter(() => {
      // Default metrics start with the first scrape, because they cost time and many installations are never scraped.
      if (!withProcess) collectDefaultMetrics({ register: registry });
      withProcess = true;
      return { registry, durations };
    }),
  };
}

function registerVersion(meters: MeterRegistry): void {
  const labels = { version: kernelVersion, node: process.version };
  const terms = {
    name: 'lectern_build_info',
    help: 'Always 1; the labels say which version of Lectern runs, and on which version of Node.js.',
    labels: ['version', 'node'],
    across: 'first',
  } as const;
  meters.gauge(terms).set(labels, 1);
}

interface Module {
  readonly layer: string;
  readonly name: string;
}

interface ModuleStates {
  readonly modules: readonly Module[];
  readonly failedPlugins: readonly { readonly module: string }[];
  readonly isReady: () => boolean;
}

/** Registers meters for the readiness of the process and the state of each plugin. */
export function meterModules(meters: Meters, { modules, failedPlugins, isReady }: ModuleStates): void {
  const running = modules.filter(({ layer }) => layer === 'plugins').map(({ name }) => [name, 1] as const);
  const failed = failedPlugins.map(({ module }) => [module, 0] as const);
  const samples = [...running, ...failed].map(([plugin, value]) => ({ labels: { plugin }, value }));
  meters.reading({
    name: 'lectern_plugin_up',
    help: '1 for a running plugin, 0 for a failed one.',
    labels: ['plugin'],
    across: 'min',
    read: () => samples,
  });
  meters.reading({
    name: 'lectern_process_ready',
    help: '1 while the process is ready for requests, 0 during its start and its shutdown.',
    across: 'min',
    read: () => (isReady() ? 1 : 0),
  });
}
