/**
 * Tells the process that measures where this server listens, and answers each of its messages with the CPU time used so far, or
 * memory. Plain JavaScript, for servers that must not meet the hook that makes TypeScript readable.
 * @param {string} url
 * @param {() => unknown} [leave] called when that process is gone; ends this one unless given
 */
export function reportTo(url, leave = () => process.exit()) {
  process.on('message', (what) => {
    const { user, system } = process.cpuUsage();
    process.send?.(what === 'memory' ? process.memoryUsage.rss() : user + system);
  });
  process.once('disconnect', leave);
  process.send?.(url);
}
