/** Prints what is done from now on, and when, in seconds since the process was started. */
export function logProgress(what: string): void {
  console.log(`${Math.round(performance.now() / 1_000)} s: ${what}`);
}
