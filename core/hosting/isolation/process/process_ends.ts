import { syncBuiltinESMExports } from 'node:module';

/**
 * Returns the error for a call that must not end the process; undefined for an allowed call.
 * @param call such as `process.exit(1)`
 */
export type EndRefusal = (call: string) => Error | undefined;

type End = (...given: unknown[]) => unknown;
type Ends = Record<'exit' | 'reallyExit' | 'abort' | 'kill', End>;

// oxlint-disable-next-line lectern/no-cast-by-unknown -- Node's types do not show reallyExit
const ends = process as unknown as Ends;
const names = ['exit', 'reallyExit', 'abort', 'kill'] as const;
const refusals = new Set<EndRefusal>();
let originals: Ends | undefined;
let isEnding = false;

/**
 * Calls `refusal` before `process.exit`, `reallyExit` and `abort`, and before a `kill` that may hit this process. An
 * error that `refusal` returns is thrown, and the call has no effect.
 * @returns a function that removes `refusal`
 */
export function guardEnds(refusal: EndRefusal): () => void {
  refusals.add(refusal);
  if (!originals) replace();
  return () => {
    refusals.delete(refusal);
    if (refusals.size === 0) restore();
  };
}

function replace(): void {
  const { exit, reallyExit, abort, kill } = ends;
  const known = (originals = { exit, reallyExit, abort, kill });
  process.prependListener('exit', noteEnd);
  for (const name of names) {
    const guarded: End = function (this: unknown, ...given) {
      if (name !== 'kill' || isAimedHere(given)) ask(`process.${name}(${given.map(String).join(', ')})`);
      return Reflect.apply(known[name], process, given);
    };
    ends[name] = guarded;
  }
  syncBuiltinESMExports();
}

function restore(): void {
  if (originals) Object.assign(ends, originals);
  originals = undefined;
  process.off('exit', noteEnd);
  syncBuiltinESMExports();
}

/** Listeners of the exit event may end the process. */
function noteEnd(): void {
  isEnding = true;
}

/** @throws the first error that a refusal function returns for the call */
function ask(call: string): void {
  if (isEnding) return;
  for (const refusal of refusals) {
    const refused = refusal(call);
    if (refused) throw refused;
  }
}

/** Whether a signal targets this process, its parent, the group of either, or all processes; signal 0 only tests. */
function isAimedHere([pid, signal]: readonly unknown[]): boolean {
  const { pid: own, ppid: parent } = process;
  return signal !== 0 && [own, -own, parent, -parent, 0, -1].includes(Number(pid));
}
