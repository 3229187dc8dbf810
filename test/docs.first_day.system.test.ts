import { expect } from 'chai';
import { ProductionDesk } from './docs/first_day/production_desk.ts';
import { DocumentReader } from './support/document_reader.ts';
import { stepsOf } from './support/documents.ts';

const PAGE = 'docs/first_day.md';

describe(`The steps of ${PAGE}, in production mode on PostgreSQL`, function () {
  // A command starts a server.
  this.timeout(180_000);
  let desk: ProductionDesk;
  let reader: DocumentReader;

  before(async () => {
    desk = await ProductionDesk.make();
    reader = new DocumentReader(desk);
  });
  after(() => desk.clear());

  for (const step of stepsOf(PAGE)) {
    if (step.kind === 'file') {
      it(`write ${step.path}`, () => desk.write(step.path, step.text));
      continue;
    }
    const { session } = step;
    it(`print the documented output: ${session.command}`, async () => {
      expect(await reader.type(session), desk.errors).to.equal(session.printed);
    });
  }

  it('cause no error, and leave a server that ends with 0', async () => {
    expect(desk.errors).to.equal('');
    expect(await desk.stop()).to.equal(0);
  });
});
