import type { Comparison, Pair, Verdict } from './change.ts';
import { textOf, type Tree } from './tree.ts';

/** Reports a removed part. A deprecated part may go, but not before a stated sunset; `verdict` is for other parts. */
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

/** Compares the deprecation of an operation, parameter or field, and the day of its removal (`x-sunset`). */
export function compareLifetime({ before, after }: Pair<Tree>, noun: string, at: Comparison): void {
  const [was, is] = [before['deprecated'] === true, after['deprecated'] === true];
  if (was && !is) at.notes(`the ${noun} is no longer deprecated`);
  if (!was && is) at.notes(`the ${noun} is deprecated now`);
  if (is) compareSunset({ before: before['x-sunset'], after: after['x-sunset'] }, at);
}

/**
 * Compares the day of a removal. As in oasdiff by default, a deprecation needs no day. A new day must not be over, and
 * a stated day must not be taken back. An earlier day than before may surprise clients.
 */
function compareSunset({ before, after }: Pair<unknown>, at: Comparison): void {
  if (before === after) return;
  const text = `the sunset was ${textOf(before)} and is ${textOf(after)}`;
  if (after === undefined) at.breaks(text);
  else if (Number.isNaN(timeOf(after))) at.breaks(`${text}, which is no date`);
  else if (timeOf(after) < timeOf(before) && timeOf(after) >= Date.now()) at.surprises(text);
  else if (timeOf(after) < Date.now()) at.breaks(`${text}, which is over`);
  else at.notes(text);
}

/** Milliseconds of a date; not a number for any other value. */
function timeOf(date: unknown): number {
  return typeof date === 'string' ? Date.parse(date) : Number.NaN;
}
