import { isUnfiltered, type DocumentedOperation, type Route } from '../../../../hosting/internals.ts';
import { failed, notApplicable, ofRunning, warned, type Check, type CheckFinding } from '../../check.ts';
import { operationName } from '../../requests/traffic.ts';
import { fieldsOfAnswer } from '../../schema_fields.ts';
import type { AtWork, Subject } from '../../subject.ts';
import { shownOf } from '../../target.ts';

/** Field names that no answer should contain. */
const secretName = /passw|secret|salt$|hash$/i;

export const filters: Check = {
  name: 'filters',
  about: 'every answer goes through a filter whose fields are described',
  run: ofRunning((atWork, subject) => {
    if (atWork.routes.length + atWork.mounts.length === 0) return notApplicable('it has no routes');
    const unfiltered = atWork.routes.flatMap((route) => unfilteredFinding(route, subject));
    const fields = atWork.operations.flatMap((operation) => fieldFindings(operation, atWork, subject));
    return { findings: [...unfiltered, ...fields], notes: verbatimNote(atWork) };
  }),
};

function unfilteredFinding(route: Route, subject: Subject): CheckFinding[] {
  if (!isUnfiltered(route.answer) || isVerbatim(route)) return [];
  const { access, address, operation } = route;
  const message = `${operation} at ${address} has no response filter`;
  const fix = "list the public fields: @returns(shape('Name').mode('public', { ... }), 'public')";
  const file = shownOf(subject.target, route.file);
  return [access.kind === 'open' ? failed(file, `${message} and is open to anyone`, fix) : warned(file, message, fix)];
}

/** A note with the answers that no response filter covers: those of verbatim operations and of middleware. */
function verbatimNote({ routes, mounts }: AtWork): string[] {
  const verbatim = [
    ...routes.filter(isVerbatim).map(({ operation, address }) => `${operation} at ${address}`),
    ...mounts.map(({ address }) => `the middleware at ${address}`),
  ];
  return verbatim.length > 0 ? [`answered verbatim: ${verbatim.join(', ')}`] : [];
}

function isVerbatim({ answer }: Route): boolean {
  return 'kind' in answer && answer.kind === 'verbatim';
}

function fieldFindings(operation: DocumentedOperation, { contract }: AtWork, subject: Subject): CheckFinding[] {
  const place = subject.fileOf(operation);
  return fieldsOfAnswer(contract, operation).flatMap(({ path, description }) => {
    const where = `the field "${path}" in the answer of ${operationName(operation)}`;
    const secret = warned(place, `${where} looks like a secret`, 'take it out of the shape, or give it another name');
    const undescribed = failed(place, `${where} has no description`, 'say in the shape what the field means');
    return [...(description.trim() === '' ? [undescribed] : []), ...(secretName.test(path) ? [secret] : [])];
  });
}
