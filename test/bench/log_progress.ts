/** Prints the next step of the bench, and the seconds since the start of the process. */
export function logProgress(what: string): void {
  console.log(`${Math.round(performance.now() / 1_000)} s: ${what}`);
}
