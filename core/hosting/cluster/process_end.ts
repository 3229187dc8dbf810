import cluster from 'node:cluster';
import { constants } from 'node:os';
import type { Config } from '../../kernel/base/config_schema.ts';
import type { Logger } from '../../kernel/base/logger.ts';
import { isOfTerminal, onHangUp } from './hang_up.mjs';
import { onPrimaryMessage } from './primary_channel.ts';
import { isRunByNpx, whenShellEnds } from './shell.mjs';
import { sendLastMetrics } from './summed_metrics.ts';

// Milliseconds for background work and open connections after the last request.
const REST_MS = 3_000;

const signals = ['SIGTERM', 'SIGINT'] as const;

type EndSignal = (typeof signals)[number];

/** Whether `npm start` supervises this process. */
export const isSupervised = process.env['LECTERN_SUPERVISED'] !== undefined;

export interface SignalHandlers {
  /** Ends the process in order. Called once, with the signal or another reason. */
  readonly first: (reason: string) => void;
  /** Called for a further signal, at which the process then ends at once, with 143 for SIGTERM or 130 for SIGINT. */
  readonly second?: (signal: EndSignal) => void;
  /** Called for SIGHUP, also for one that came before, except on a terminal, whose end counts as SIGTERM. */
  readonly hangUp: () => void;
}

/** Registers handlers of SIGTERM, SIGINT and SIGHUP. The end of the supervisor, and of npx, is a reason to end, too. */
export function onSignals({ first, second, hangUp }: SignalHandlers): void {
  let isEnding = false;
  const end = (reason: string) => {
    // The terminal and its shell both send SIGHUP; other reasons may coincide with a signal, too.
    if (isEnding) return;
    isEnding = true;
    stopWatch();
    first(reason);
  };
  for (const signal of signals)
    process.on(signal, () => {
      if (!isEnding) {
        end(signal);
        return;
      }
      second?.(signal);
      process.exit(128 + constants.signals[signal]);
    });
  const stopWatch = isRunByNpx() ? whenShellEnds(() => end('SIGTERM')) : () => undefined;
  onHangUp(isOfTerminal ? () => end('SIGTERM') : hangUp);
  if (!isSupervised) return;
  const endWithSupervisor = () => end('the supervisor has ended');
  process.once('disconnect', endWithSupervisor);
  if (!process.connected) endWithSupervisor();
}

/**
 * Calls `end` in a worker, once: when the primary requests the end or has ended, and on SIGTERM and SIGINT, which a
 * terminal sends to all processes of the group.
 */
export function onWorkerEnd(end: (reason: string) => void): void {
  let isEnding = false;
  const once = (reason: string) => {
    if (!isEnding) end(reason);
    isEnding = true;
  };
  onPrimaryMessage((message) => {
    if (message.lectern === 'retire') once('the primary retires this worker');
  });
  for (const signal of signals) process.on(signal, once);
  // A worker ignores SIGHUP, on which the primary replaces the workers one after another.
  process.on('SIGHUP', () => undefined);
  const { worker } = cluster;
  worker?.once('disconnect', () => {
    // Without this flag Node ends the process immediately and drops its requests.
    worker.exitedAfterDisconnect = true;
    once('the primary has ended');
  });
}

/** Milliseconds within which a process has to end, counted from the signal or message that ends it. */
export function endLimit({ http: { lameDuckMs, drainTimeout } }: Pick<Config, 'http'>): number {
  return lameDuckMs + drainTimeout + REST_MS;
}

interface ServingKernel {
  readonly config: Pick<Config, 'http'>;
  readonly logger: Logger;
  retire(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Ends this process: new requests are served for `http.lameDuckMs`, running ones finish, background work stops,
 * connections close. Exit code 0; or 1 after a timeout, which aborts the work that is still running.
 */
export async function endInOrder(kernel: ServingKernel, reason: string): Promise<never> {
  const { config, logger } = kernel;
  const { lameDuckMs, drainTimeout } = config.http;
  const limit = endLimit(config);
  const begun = performance.now();
  setTimeout(() => {
    logger.error(
      `The shutdown exceeded ${limit} ms (http.lameDuckMs + http.drainTimeout + 3 s), so the process ends with code 1. ` +
        'Lines "waiting for ..." at the level info name the services: make their stop() faster, or raise http.drainTimeout.',
    );
    process.exit(1);
  }, limit).unref();
  const until = `new requests are served for ${lameDuckMs} ms, then running requests get ${drainTimeout} ms`;
  logger.info({ reason, lameDuckMs, drainTimeout }, `The process stops (${reason}): ${until}`);
  await kernel.retire();
  await kernel.stop();
  await sendLastMetrics();
  logger.info({ ms: Math.round(performance.now() - begun) }, 'The shutdown is complete');
  return process.exit(0);
}
