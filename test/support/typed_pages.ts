import { expect } from 'chai';
import { DocumentReader } from './document_reader.ts';
import { stepsOf, type Session, type Step } from './documents.ts';
import { PageInstallation } from './page_installation.ts';
import { PageServer } from './page_server.ts';

/** Declares a test for each command of each page: runs all steps of the page, and compares the outputs. */
export function typePages(documents: readonly string[]): void {
  describe('The documentation', function () {
    // A command may start several servers.
    this.timeout(180_000);
    let server: PageServer;
    before(async () => (server = await PageServer.begin()));
    after(() => server.end());
    for (const document of documents) typePage(document, () => server);
  });
}

function typePage(document: string, server: () => PageServer): void {
  describe(`The examples of ${document}`, () => {
    let installation: PageInstallation;
    let reader: DocumentReader;

    before(() => {
      installation = new PageInstallation(document, server());
      reader = new DocumentReader(installation);
    });
    after(() => server().reset());

    for (const { files, session } of withFiles(stepsOf(document))) {
      it(`print the documented output: ${session.command}`, async () => {
        for (const file of files) installation.write(file);
        const printed = await reader.type(session);
        expect(printed, installation.log).to.equal(session.printed);
      });
    }
  });
}

type FileStep = Step & { readonly kind: 'file' };

/** Returns each command with the files between the previous command and it. */
function withFiles(steps: readonly Step[]): { files: FileStep[]; session: Session }[] {
  const tasks: { files: FileStep[]; session: Session }[] = [];
  let files: FileStep[] = [];
  for (const step of steps) {
    if (step.kind === 'file') {
      files.push(step);
      continue;
    }
    tasks.push({ files, session: step.session });
    files = [];
  }
  return tasks;
}
