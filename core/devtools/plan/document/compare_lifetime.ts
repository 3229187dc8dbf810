import type { Comparison, Pair, Verdict } from './change.ts';
import { textOf, type Tree } from './tree.ts';

/** Reports a removed part. A deprecated one may go at its sunset; `verdict` is that on any other. */
export function compareRemoval(
  before: Tree,
  { what, verdict }: { what: string; verdict: Verdict },
  at: Comparison,
): void {
  const sunset = before['x-sunset'];
  if (before['deprecated'] !== true) at[verdict](what);
  else if (sunset === undefined) at.notes(`${what}; it was deprecated`);
  else if (timeOf(sunset) <= Date.now()) at.notes(`${what} since its sunset`);
  else at.breaks(`${what} before its sunset, ${textOf(sunset)}`);
}

/** Compares the deprecation of an operation or parameter, and the day of its removal (`x-sunset`). */
export function compareLifetime({ before, after }: Pair<Tree>, noun: string, at: Comparison): void {
  const [was, is] = [before['deprecated'] === true, after['deprecated'] === true];
  if (was && !is) at.notes(`the ${noun} is no longer deprecated`);
  if (!was && is) at.notes(`the ${noun} is deprecated now`);
  if (is) compareSunset({ before: before['x-sunset'], after: after['x-sunset'] }, at);
}

function compareSunset({ before, after }: Pair<unknown>, at: Comparison): void {
  if (before === after) return;
  if (after === undefined) at.breaks(`the sunset, ${textOf(before)}, is no longer stated`);
  else if (Number.isNaN(timeOf(after))) at.breaks(`the sunset is no date: ${textOf(after)}`);
  else if (timeOf(after) < (timeOf(before) || Date.now())) at.breaks(`the sunset is too early: ${textOf(after)}`);
  else at.notes(`the sunset is ${textOf(after)}`);
}

/** Milliseconds of a date; not a number for any other value. */
function timeOf(date: unknown): number {
  return typeof date === 'string' ? Date.parse(date) : Number.NaN;
}
