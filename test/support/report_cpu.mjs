/**
 * Sends the URL of this server to the measuring process, and answers each message of that process with the used CPU
 * time or memory. Plain JavaScript, for servers without the loader hook for TypeScript.
 * @param {string} url
 * @param {() => unknown} [leave] called when the measuring process has ended; default: exits this process
 */
export function reportTo(url, leave = () => process.exit()) {
  process.on('message', (what) => {
    const { user, system } = process.cpuUsage();
    process.send?.(what === 'memory' ? process.memoryUsage.rss() : user + system);
  });
  process.once('disconnect', leave);
  process.send?.(url);
}
