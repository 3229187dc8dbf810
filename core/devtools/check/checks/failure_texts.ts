import { standardFailures, type FailureKind } from 'lectern';
import type { Kernel, Route } from '../../../hosting/internals.ts';
import '../../../infrastructure/events/index.ts';
import { failed, notApplicable, ofRunning, type Check, type CheckFinding } from '../check.ts';
import type { AtWork, Subject } from '../subject.ts';
import { servicesOf, shownOf } from '../target.ts';

/** Check: failures have valid codes and statuses, and sentences as messages. Each code stands for one failure. */
export const failureTexts: Check = {
  name: 'failures',
  about: 'every declared failure has a code, a status and a message that is a whole sentence',
  run: ofRunning((atWork, subject) => {
    const places = [...atWork.routes, ...contributed(atWork, subject)];
    if (places.length === 0) return notApplicable('it has no routes');
    const declared = places.flatMap((place) => declaredFindings(place, subject));
    const all = [...declared, ...repeatedCodes(places, atWork, subject)];
    return { findings: [...new Map(all.map((one) => [`${one.file} ${one.message}`, one])).values()] };
  }),
};

/** Declared failures, and the file that declares them. */
type Place = Pick<Route, 'fails' | 'file'>;

/** Declared failures of operation hooks and event checks of the module. */
function contributed({ kernel: { services } }: AtWork, { target }: Subject): Place[] {
  const { contributions } = services;
  return [...contributions.of('operationHooks'), ...contributions.of('eventChecks')]
    .filter((one) => contributions.moduleOf(one) === target.name)
    .map(({ fails = [] }) => ({ fails, file: servicesOf(target) }));
}

function declaredFindings({ fails, file }: Place, { target }: Subject): CheckFinding[] {
  return fails.flatMap((fail) => {
    const kind = 'kind' in fail ? fail.kind : fail;
    const problem = problemOf(kind, fail.code, fail.status);
    if (problem === undefined) return [];
    const fix = `write it in the table of failures as ${kind.title}: [10, 404, 'There is no such object.']`;
    return [failed(shownOf(target, file), `the failure "${kind.title}" ${problem}`, fix)];
  });
}

/** First code of the range for plugins, which core does not use. */
const PLUGIN_CODES = 50_000;

/** Findings for codes that another failure of the module or of core has, with another message. */
function repeatedCodes(places: readonly Place[], { kernel }: AtWork, { target }: Subject): CheckFinding[] {
  const known = failuresOfCore(kernel, target.name).map((fail) => ({ ...rowOf(fail), owner: "core's failure " }));
  const used = new Set(kernel.routes.flatMap(({ fails }) => fails.map(({ code }) => code)));
  let free = PLUGIN_CODES;
  while (used.has(free)) free++;
  const findings: CheckFinding[] = [];
  for (const { fails, file } of places)
    for (const row of fails.map(rowOf).filter(({ code }) => !generalCodes.has(code))) {
      const same = known.filter(({ code }) => code === row.code);
      const [other] = same;
      if (other && !same.some(({ message }) => message === row.message)) {
        const problem = `the failure "${row.title}" has the code ${row.code} of ${other.owner}"${other.title}"`;
        const fix = `give it a code of its own from ${PLUGIN_CODES}, which core does not use, such as ${free}`;
        findings.push(failed(shownOf(target, file), problem, fix));
      }
      known.push({ ...row, owner: 'the failure ' });
    }
  return findings;
}

/** Failures of the operations of core except one module, without those that operation hooks and event checks add. */
function failuresOfCore({ routes, services: { contributions } }: Kernel, except: string): Route['fails'] {
  const contributors = [...contributions.of('operationHooks'), ...contributions.of('eventChecks')];
  const added = new Set<unknown>(contributors.flatMap(({ fails = [] }) => fails));
  return routes
    .flatMap((route) => [route, ...route.overridden])
    .filter(({ layer, module }) => layer === 'core' && module !== except)
    .flatMap(({ fails }) => fails.filter((fail) => !added.has(fail)));
}

function rowOf(fail: Route['fails'][number]) {
  const { title, message } = 'kind' in fail ? fail.kind : fail;
  return { title, message, code: fail.code };
}

const generalCodes = new Set(Object.values(standardFailures).map(({ code }) => code));

function problemOf({ message }: FailureKind, code: number, status: number): string | undefined {
  if (!Number.isInteger(code) || code < 1) return `has the code ${code}; a code must be a whole number from 1`;
  if (!Number.isInteger(status) || status < 400 || status > 599)
    return `has the status ${status}; a status must be from 400 to 599`;
  return isSentence(message) ? undefined : `says "${message}", which is not a sentence`;
}

/**
 * Whether a text starts with no lower-case letter, has several words or Chinese characters, and ends with punctuation.
 */
function isSentence(text: string): boolean {
  const hasWords = /\s/.test(text) || /\p{Script=Han}/u.test(text);
  return hasWords && !/^[\p{Ll}\s]/u.test(text) && /[.!?\u3002\uff01\uff1f\u2026]["'\u201d\u2019)]?$/u.test(text);
}
