import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { DocumentReader } from '../support/document_reader.ts';
import { blocksOf, pagesIn, stepsOf, type Session, type Step } from '../support/documents.ts';
import { PageInstallation } from '../support/page_installation.ts';
import { projectRoot } from '../support/platform.ts';
import { clearUsedPlace } from '../support/shipped.ts';

// All show the plugin vip at work; an installation that has deleted it has nothing to try them on.
const hasVip = existsSync(join(projectRoot, 'plugins/vip'));
after(clearUsedPlace);

const guide = pagesIn('docs/plugins');

for (const document of ['README.md', 'docs/payments.md', ...guide]) {
  const tried = hasVip && stepsOf(document).length > 0;
  (tried ? describe : describe.skip)(`The examples of ${document}`, function () {
    this.timeout(240_000);
    let installation: PageInstallation;
    let reader: DocumentReader;

    before(async () => {
      installation = await PageInstallation.make(document);
      reader = new DocumentReader(installation);
    });
    after(() => installation.clear());

    for (const { files, session } of withFiles(stepsOf(document))) {
      it(`print what they say: ${session.command}`, async () => {
        for (const file of files) installation.write(file);
        const printed = await reader.type(session);
        expect(printed, installation.setAside.join('\n')).to.equal(session.printed);
      });
    }
  });
}

describe('Every block of code in the guide', () => {
  for (const document of guide) {
    it(`is tried: ${document}`, () => {
      const untried = blocksOf(document).filter(
        ({ language, path }) => !path && !['console', 'text'].includes(language),
      );
      const places = untried.map(({ language, line }) => `${document}:${line}: a block of ${language}`);
      const mend = 'write the path of a file in backticks above it, or mark it as console or text';
      expect(places, mend).to.deep.equal([]);
    });

    it(`is needed by a command below it: ${document}`, () => {
      const [last] = stepsOf(document).slice(-1);
      expect(last?.kind === 'file' ? last.path : undefined, 'a file that no command tries').to.equal(undefined);
    });
  }
});

type FileStep = Step & { readonly kind: 'file' };

/** Each command with the files that stand between it and the one before. */
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
