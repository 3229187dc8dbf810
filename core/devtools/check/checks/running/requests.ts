import { failed, notApplicable, ofRunning, warned, type Check, type CheckFinding } from '../../check.ts';
import { described, type WrongAnswer } from '../../requests/fuzz.ts';
import { operationName } from '../../requests/traffic.ts';
import type { AtWork, Subject } from '../../subject.ts';
import { shown } from '../../target.ts';

export const requests: Check = {
  name: 'requests',
  about:
    'requests of every kind, hostile ones among them, break nothing and are answered as the OpenAPI document declares',
  run: ofRunning(async (atWork, subject) => {
    if (atWork.operations.length === 0) return notApplicable(atWork.noOperations);
    const wrong = await subject.fuzzed(atWork);
    const findings = [
      ...wrong.map((one) => findingOf(one, subject)),
      ...unhandled(atWork, subject),
      ...withoutObject(atWork, subject),
    ];
    return { findings, notes: notesOn(subject, atWork) };
  }),
};

function findingOf(one: WrongAnswer, subject: Subject): CheckFinding {
  const { target, seed } = subject;
  const { part, kind, message } = one.problem;
  const folder = target.inPlace ? shown(target) : target.folder;
  const quoted = folder.includes(' ') ? `'${folder}'` : folder;
  const again = `send it again with: lectern check ${quoted} --only requests --seed ${seed}`;
  const advice = message.includes(' cannot be written: ')
    ? 'return a value of the declared type, or declare another type in the shape'
    : kind === 'broken'
      ? 'refuse such input with a failure, or accept it'
      : 'declare it, with @fails or in the shape, or answer otherwise';
  const place = part ? part.placeIn(target) : subject.fileOf(one.operation);
  return failed(place, `${described(one)} ${message}`, `${part?.terms.fix ?? advice}; ${again}`);
}

/** Findings for operations that no request could reach, because no object of their path exists: one for each path. */
function withoutObject({ operations }: AtWork, subject: Subject): CheckFinding[] {
  const missing = subject.traffic.neverWell.filter(({ isMissing }) => isMissing).map(({ name }) => name);
  const unreached = operations.filter((operation) => missing.includes(operationName(operation)));
  const byPath = new Map(unreached.map((operation) => [operation.path, operation]));
  return [...byPath.values()].map((operation) => {
    const { path } = operation;
    const methods = unreached.filter((one) => one.path === path).map(({ method }) => method);
    const place = path.slice(0, path.lastIndexOf('/{'));
    const message = `${methods.join(', ')} ${path} was not checked: no object at ${place} exists, and no operation created one`;
    return warned(subject.fileOf(operation), message, `add demo data for ${place} in demo.ts of the module`);
  });
}

/** Finding for the first rejected promise that the module did not handle. */
function unhandled({ logs, module }: AtWork, subject: Subject): CheckFinding[] {
  return logs.errors
    .filter((line) => line.module === module.name && line.msg.includes('was not handled'))
    .slice(0, 1)
    .map(({ err }) =>
      failed(
        subject.file(),
        `a rejected promise was not handled: ${err?.message ?? ''}`,
        'await the promise, or catch its error',
      ),
    );
}

function notesOn({ traffic, seed }: Subject, { personas }: AtWork): string[] {
  const { all, well } = traffic.counts;
  const names = personas.map(({ name }) => name).join(', ');
  const never = traffic.neverWell.filter(({ isMissing }) => !isMissing).map(({ name }) => name);
  return [
    `${all} requests by ${names}, with the seed ${seed}; ${well} of them succeeded`,
    ...(never.length > 0
      ? [`never succeeded, so hardly checked: ${never.join(', ')}; a valid body in "schemas" of examples.json helps`]
      : []),
  ];
}
