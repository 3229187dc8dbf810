import { expect } from 'chai';
import { blocksOf, pagesIn, stepsOf } from '../support/documents.ts';

const guide = pagesIn('docs/plugins');

describe('Every block of code in the guide', () => {
  it('has the path of a file, or the language console or text', () => {
    const untried = guide.flatMap((document) =>
      blocksOf(document)
        .filter(({ language, path }) => !path && !['console', 'text'].includes(language))
        .map(({ language, line }) => `${document}:${line}: a block of ${language}`),
    );
    const fix = 'write the path of a file in backticks above it, or mark it as console or text';
    expect(untried, fix).to.deep.equal([]);
  });

  it('is followed by a command, if it is a file', () => {
    const untried = guide.flatMap((document) => {
      const last = stepsOf(document).at(-1);
      return last?.kind === 'file' ? `${document}: ${last.path}` : [];
    });
    expect(untried, 'a file that no command tries').to.deep.equal([]);
  });
});
