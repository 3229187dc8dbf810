import { nearest, readOwnFile } from '../../../hosting/internals.ts';
import { warned, type CheckFinding } from '../check.ts';
import type { AtWork, Subject } from '../subject.ts';

const FILE = 'examples.json';

/** Findings for names in `examples.json` that the OpenAPI document does not have: their examples are never shown. */
export function unknownExamples(atWork: AtWork, subject: Subject): CheckFinding[] {
  const file = examplesIn(subject.target.folder);
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
    parameters: operations.flatMap(({ tree }) =>
      ((tree['parameters'] ?? []) as { name: string }[]).map(({ name }) => name.replace('[]', '')),
    ),
    contents: [...text.matchAll(/"examples":\{"(\w+)":/g)].map(([, name]) => name as string),
    requests: contract.operations.map(({ tree }) => String(tree['operationId'])),
  };
}

/** Content of examples.json; empty if the file is missing or is no JSON. */
function examplesIn(folder: string): Readonly<Record<string, object>> {
  try {
    return JSON.parse(readOwnFile(folder, FILE)) as Readonly<Record<string, object>>;
  } catch {
    return {};
  }
}
