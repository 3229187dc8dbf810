import { standardFailures, type FailureKind } from 'lectern';
import type { Route } from 'lectern/host';
import { failed, notApplicable, ofRunning, type Check, type CheckFinding } from '../check.ts';
import { operationName } from '../requests/traffic.ts';
import type { Subject } from '../subject.ts';
import { shownOf } from '../target.ts';

/** Check: messages of failures are sentences, and a code of the module stands for one failure of an operation. */
export const failureTexts: Check = {
  name: 'failures',
  about: 'every failure has a code, a status and a message that is a whole sentence',
  weight: 5,
  run: ofRunning(async (atWork, subject) => {
    if (atWork.routes.length === 0) return notApplicable('it has no routes');
    await subject.fuzzed(atWork);
    const declared = atWork.routes.flatMap((route) => [
      ...declaredFindings(route, subject),
      ...sharedCodes(route, subject),
    ]);
    return { findings: distinct([...declared, ...saidFindings(subject)]) };
  }),
};

function declaredFindings(route: Route, { target }: Subject): CheckFinding[] {
  return route.fails.flatMap((fail) => {
    const kind = 'kind' in fail ? fail.kind : fail;
    const problem = problemOf(kind, fail.code, fail.status);
    if (problem === undefined) return [];
    return [failed(shownOf(target, route.file), `the failure "${kind.title}" ${problem}`, fixOf(kind))];
  });
}

const generalCodes = new Set(Object.values(standardFailures).map(({ code }) => code));

/** Findings for codes that two failures of one operation share, except for the codes of the standard failures. */
function sharedCodes({ fails, file, methods, address }: Route, { target }: Subject): CheckFinding[] {
  const byCode = new Map<number, Set<FailureKind>>();
  for (const fail of fails) {
    const kinds = byCode.get(fail.code) ?? new Set();
    byCode.set(fail.code, kinds.add('kind' in fail ? fail.kind : fail));
  }
  const operation = `${methods[0] ?? ''} /api${address}`;
  return [...byCode]
    .filter(([code, { size }]) => size > 1 && !generalCodes.has(code))
    .map(([code, kinds]) => {
      const names = [...kinds].map(({ title }) => title).join(' and ');
      const problem = `${operation} has the code ${code} for the failures ${names}, which clients cannot distinguish`;
      return failed(shownOf(target, file), problem, 'give each of them a code of its own in the table of failures');
    });
}

function problemOf({ message }: FailureKind, code: number, status: number): string | undefined {
  if (!Number.isInteger(code) || code < 1) return `has the code ${code}; a code must be a whole number from 1`;
  if (!Number.isInteger(status) || status < 400 || status > 599)
    return `has the status ${status}; a status must be from 400 to 599`;
  return isSentence(message) ? undefined : `says "${message}", which is not a sentence`;
}

function fixOf({ title }: FailureKind): string {
  return `write it in the table of failures as ${title}: [10, 404, 'There is no such object.']`;
}

/** Findings for messages that operations sent in the fuzzing run. Code may replace the declared message. */
function saidFindings({ traffic }: Subject): CheckFinding[] {
  return traffic.refusals.flatMap(({ operation, received }) => {
    const message = messageOf(received.body);
    if (message === undefined || isSentence(message)) return [];
    const { file } = operation.tree['x-origin'] as { file: string };
    const problem = `${operationName(operation)} answers ${received.status} with "${message}", which is not a sentence`;
    return [failed(file, problem, 'let it begin with a capital letter, say what is wrong, and end with a full stop')];
  });
}

function messageOf(body: unknown): string | undefined {
  const { error } = (body ?? {}) as { error?: { message?: unknown } };
  return typeof error?.message === 'string' ? error.message : undefined;
}

/**
 * Whether a text starts without a lower-case letter, has several words (except in Chinese), and ends with punctuation.
 */
function isSentence(text: string): boolean {
  const hasWords = /\s/.test(text) || /\p{Script=Han}/u.test(text);
  return hasWords && !/^[\p{Ll}\s]/u.test(text) && /[.!?\u3002\uff01\uff1f\u2026]["'\u201d\u2019)]?$/u.test(text);
}

function distinct(findings: readonly CheckFinding[]): CheckFinding[] {
  return [...new Map(findings.map((one) => [`${one.file} ${one.message}`, one])).values()];
}
