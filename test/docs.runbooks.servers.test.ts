import { expect } from 'chai';
import { BadDay } from './docs/runbooks/bad_day.ts';
import { DocumentReader } from './support/document_reader.ts';
import { stepsOf } from './support/documents.ts';
import { started } from './support/started.ts';

const PAGE = 'docs/runbooks.md';

describe(`The commands of ${PAGE}`, function () {
  this.timeout(60_000);
  const day = started(() => BadDay.begin());
  let reader: DocumentReader;

  before(() => {
    reader = new DocumentReader(day);
  });

  for (const step of stepsOf(PAGE)) {
    if (step.kind !== 'session') continue;
    const { session } = step;
    it(`print the documented output: ${session.command}`, async () => {
      expect(await reader.type(session)).to.equal(session.printed);
    });
  }
});
