import { endLimit, tellLastMetrics, type Kernel } from 'lectern/host';

/**
 * Ends this process: requests that come are served for a while, running ones end, background work stops, connections are
 * closed. Exit code 0; or 1 when not everything has ended in time, which is then given up.
 */
export async function endInOrder(kernel: Kernel, reason: string): Promise<never> {
  const { config, logger } = kernel;
  const { lameDuckMs, drainTimeout } = config.http;
  const limit = endLimit(config);
  const begun = performance.now();
  setTimeout(() => {
    logger.error(`not everything has ended within ${limit} ms, see what was waited for; the process ends all the same`);
    process.exit(1);
  }, limit).unref();
  const until = `new requests are served for ${lameDuckMs} ms, then the running ones may take ${drainTimeout} ms`;
  logger.info({ reason, lameDuckMs, drainTimeout }, `draining (${reason}): ${until}`);
  await kernel.retire();
  await kernel.stop();
  await tellLastMetrics();
  logger.info({ ms: Math.round(performance.now() - begun) }, 'ended in order');
  return process.exit(0);
}
