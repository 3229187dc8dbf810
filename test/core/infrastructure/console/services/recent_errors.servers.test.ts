import { expect } from 'chai';
import { eventually } from '../../../../support/eventually.ts';
import { manifest } from '../../../../support/installation.ts';
import { started } from '../../../../support/started.ts';
import { startTwoWorkers } from './two_workers.ts';

const REQUESTS = 20;

describe('Errors of several workers in the console', function () {
  this.timeout(120_000);
  const platform = started(() =>
    startTwoWorkers({
      'plugins/wreck/module.json': manifest('wreck'),
      'plugins/wreck/resources/boats.js': `import { defineResource, raw } from 'lectern';
        const run = () => { throw new Error('it sinks'); };
        export default defineResource('/plugins/wreck/boats', { search: { open: true, returns: [raw], run } });`,
    }),
  );

  it('are shown by each worker', async () => {
    const answer = await platform.ask('/api/plugins/wreck/boats');
    expect(answer.status).to.equal(500);
    const id = answer.headers.get('x-request-id');
    await eventually(async () => {
      const answers = await Promise.all(Array.from({ length: REQUESTS }, () => platform.ask('/api/console/errors')));
      const lists = (await Promise.all(answers.map((one) => one.json()))) as { id: string; time: string }[][];
      expect(lists.map(([error]) => error?.id)).to.deep.equal(lists.map(() => id));
      expect(new Set(lists.map(([error]) => error?.time)).size).to.equal(1);
      expect(platform.answering('/console/errors')).to.include.members([1, 2]);
    });
  });
});
