import { nearest, readOwnJson, type DocumentedOperation } from '../../../hosting/internals.ts';
import { failed, notApplicable, ofRunning, type Check, type CheckFinding, warned } from '../check.ts';
import { bodiesOf, parametersOf } from '../requests/attempts.ts';
import { operationName } from '../requests/traffic.ts';
import { fieldsOfInput } from '../schema_fields.ts';
import type { AtWork, Subject } from '../subject.ts';

export const documentation: Check = {
  name: 'documentation',
  about: 'the input of operations is described, and examples have known names',
  run: ofRunning((atWork, subject) => {
    if (atWork.operations.length === 0) return notApplicable(atWork.noOperations);
    const findings = atWork.operations.flatMap((operation) => findingsOf(operation, atWork, subject));
    return { findings: [...findings, ...unknownExamples(atWork, subject)] };
  }),
};

function findingsOf(operation: DocumentedOperation, atWork: AtWork, subject: Subject): CheckFinding[] {
  return undescribed(operation, atWork).map((name) =>
    failed(
      subject.fileOf(operation),
      `${operationName(operation)} does not say what "${name}" is`,
      "add { description: '...' } to the field of @accepts",
    ),
  );
}

function isBlank(text: unknown): boolean {
  return typeof text !== 'string' || text.trim() === '';
}

/** Names of parameters and body fields without a description. All media types of a body have the same fields. */
function undescribed(operation: DocumentedOperation, { contract }: AtWork): string[] {
  const [body] = bodiesOf(operation);
  const fields = body ? fieldsOfInput(contract, body.schema) : [];
  return [
    ...parametersOf(operation)
      .filter(({ description }) => isBlank(description))
      .map(({ name }) => name),
    ...fields.filter(({ description }) => isBlank(description)).map(({ path }) => path),
  ];
}

const FILE = 'examples.json';

/** Findings for names in `examples.json` that the OpenAPI document does not have: their examples are never shown. */
function unknownExamples(atWork: AtWork, subject: Subject): CheckFinding[] {
  const file = readOwnJson(subject.target.folder, FILE) ?? {};
  return Object.entries(knownNames(atWork)).flatMap(([section, known]) =>
    Object.keys(file[section] ?? {})
      .filter((name) => !known.includes(name))
      .map((name) => {
        const [near] = nearest(name, known, 1);
        const fix = near === undefined ? 'remove the entry' : `write "${near}", or remove the entry`;
        return warned(subject.file(FILE), `the OpenAPI document has no "${name}", which "${section}" names`, fix);
      }),
  );
}

/** Names that each section of the file may have. */
function knownNames({ contract, operations }: AtWork): Readonly<Record<string, readonly string[]>> {
  const { schemas } = contract.document['components'] as { schemas: object };
  const text = JSON.stringify(contract.document['paths']);
  return {
    schemas: Object.keys(schemas),
    parameters: operations.flatMap(parametersOf).map(({ name }) => name.replace('[]', '')),
    contents: [...text.matchAll(/"examples":\{"(\w+)":/g)].map(([, name]) => name as string),
    requests: contract.operations.map(({ tree }) => String(tree['operationId'])),
  };
}
