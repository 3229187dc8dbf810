import { expect } from 'chai';
import { Installation, manifest } from '../../../support/installation.ts';
import { BuiltProgram } from '../../cli/built_program.ts';

const files = {
  'plugins/desk/module.json': manifest('desk'),
  'plugins/desk/resources/sales.mjs': `
    import { defineResource, input, raw } from 'lectern';
    export default defineResource('/plugins/desk/sales', {
      add: { open: true, accepts: { couponCode: input.optional(input.text()) }, returns: [raw], run: () => ({}) },
    });`,
};
describe('The log of dropped input of a server', () => {
  let place: Installation;
  before(() => {
    place = new Installation(files);
  });
  after(() => place.clear());

  /** Log lines about dropped input, after requests with one unknown field, sent twice, and with another one. */
  async function linesWith(environment: string): Promise<readonly string[]> {
    const program = new BuiltProgram(place.root, ['start'], { NODE_ENV: environment });
    try {
      const url = await program.prints(/Lectern is ready at (http:[^\s"]+)/);
      for (const body of ['{"cupon":"Secret"}', '{"cupon":"Secret"}', '{"color":1}']) {
        const request = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
        const answer = await fetch(`${url}/api/plugins/desk/sales`, request);
        expect(answer.status).to.equal(200);
      }
    } finally {
      await program.end('SIGTERM');
    }
    await program.prints(/"msg":"request"/, 3);
    expect(program.output).not.to.include('Secret');
    const lines = program.output.split('\n').filter((line) => line.startsWith('{'));
    const texts = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    return texts.filter((text) => text.startsWith('input dropped'));
  }

  it('names each field once a route in development', async () => {
    const line = 'input dropped: POST /plugins/desk/sales was sent';
    expect(await linesWith('development')).to.deep.equal([
      `${line} "cupon", which is not known; did you mean "couponCode"?`,
      `${line} "color", which is not known`,
    ]);
  });

  it('is empty in other environments', async () => {
    expect(await linesWith('test')).to.deep.equal([]);
  });
});
