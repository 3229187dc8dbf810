import { endLimit, sendLastMetrics, type Kernel } from '../../hosting/internals.ts';

/**
 * Ends this process: new requests are served for `http.lameDuckMs`, running ones finish, background work stops,
 * connections close. Exit code 0; or 1 after a timeout, which aborts the work that is still running.
 */
export async function endInOrder(kernel: Kernel, reason: string): Promise<never> {
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
