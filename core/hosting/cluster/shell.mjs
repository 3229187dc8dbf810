const shell = process.ppid;

/**
 * Calls `ended` when the parent process, a shell of npm or npx, has ended. npm and npx send SIGTERM only to this shell,
 * and not every shell forwards signals.
 * @param {() => void} ended
 * @returns a function that stops the watch
 */
export function whenShellEnds(ended) {
  let looks = 0;
  const watch = setInterval(() => {
    // Not at the first check: a signal that the shell received may reach this process a little later.
    if (process.ppid === shell || ++looks < 2) return;
    clearInterval(watch);
    ended();
  }, 200).unref();
  return () => clearInterval(watch);
}

/**
 * Whether the parent process is the shell of `npx lectern`. That shell lives as long as npx, also in the background.
 * Other parents may end before this process, such as the shell in which a server was started with nohup.
 * @param {NodeJS.ProcessEnv} env
 */
export function isRunByNpx({ npm_lifecycle_event: event, npm_lifecycle_script: script = '' } = process.env) {
  return event === 'npx' && /^["']?lectern(?![\w-])[^&;|]*$/.test(script);
}
