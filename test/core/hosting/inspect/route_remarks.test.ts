import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { installations } from '../../kernel/boot/support.ts';

describe('An operation that accepts a file', () => {
  const install = installations();

  it('gives a remark on each object of its input, which no form can send', async () => {
    const operation = (accepts: string) => `{ open: true, returns: [raw], accepts: { ${accepts} }, run: () => 1 }`;
    const shelf = `shelf: input.object({ room: input.text() })`;
    const { kernel } = await install({
      'plugins/loans/module.json': manifest('loans'),
      'plugins/loans/resources/loans.js': `import { defineResource, input, raw } from 'lectern';
        const photo = input.file({ types: ['image/png'], maxBytes: 1000 });
        export default defineResource('/plugins/loans/loans', {
          add: ${operation(`photo, tags: input.list(input.text()), ${shelf}`)},
          update: ${operation(shelf)},
        });`,
    }).serve();
    expect(kernel.remarks).to.deep.equal([
      {
        file: 'plugins/loans/resources/loans.js',
        message:
          'add at /plugins/loans/loans never gets "shelf": with input.file the body is a form, which has no objects; make each of its fields a field of the operation',
      },
    ]);
  });
});
