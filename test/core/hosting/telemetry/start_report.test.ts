import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { giving, installations } from '../../kernel/boot/support.ts';

describe('The log of a start', () => {
  const install = installations();

  async function linesOf(files: Record<string, string>) {
    const place = install(files);
    await place.serve();
    return place.logs.map((line) => JSON.parse(line) as Record<string, unknown>);
  }
  const failing = giving('plugins/a', `a: asValue({ start() { throw new Error('no luck'); } })`);

  it('has the reason of a failed plugin once, and the stack of its own error', async () => {
    const [line, ...more] = (await linesOf(failing)).filter(({ module }) => module === 'a');
    expect(more).to.deep.equal([]);
    expect(line?.['msg']).to.equal(
      'set aside: plugins/a/services.js: the module cannot start: no luck (plugins/a/services.js:4)',
    );
    const { type, message, stack } = line!['err'] as Record<string, string>;
    expect([type, message]).to.deep.equal(['Error', 'no luck']);
    expect(stack)
      .to.match(/^Error: no luck\n/)
      .and.not.include('caused by');
  });

  it('has no stack for a plugin that the kernel refuses', async () => {
    const files = { 'plugins/a/module.json': manifest('a', { requires: { nothing: '*' } }) };
    const [line] = (await linesOf(files)).filter(({ module }) => module === 'a');
    expect(line?.['msg']).to.match(/^set aside: plugins\/a/);
    expect(line).to.not.have.property('err');
  });
});
