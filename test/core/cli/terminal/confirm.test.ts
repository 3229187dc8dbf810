import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { confirm } from '../../../../core/cli/terminal/confirm.ts';
import { CommandIo } from '../../../../core/cli/terminal/io.ts';

/** Asks for the word `shop`. @param typed input on a terminal; without it, there is no terminal */
async function asked(typed?: string, yes?: boolean) {
  const err = new PassThrough();
  const input = Object.assign(Readable.from(typed === undefined ? [] : [typed]), { isTTY: typed !== undefined });
  const io = new CommandIo({ out: new PassThrough(), err, input, env: {} });
  const answer = await confirm(io, { text: 'This drops shop.', word: 'shop', yes });
  err.end();
  return { answer, code: io.exitCode, said: await text(err) };
}

describe('The confirmation of a command', () => {
  it('accepts only the requested word', async () => {
    expect(await asked('shop\n')).to.deep.include({ answer: true, code: 0 });
    const { answer, code, said } = await asked('yes\n');
    expect([answer, code]).to.deep.equal([false, 1]);
    expect(said).to.include('This drops shop.\nType shop to go on: ').and.include('Nothing was done.');
  });

  it('ends with 2 without a terminal', async () => {
    const { answer, code, said } = await asked();
    expect([answer, code]).to.deep.equal([false, 2]);
    expect(said).to.equal('This drops shop.\nThere is no terminal for a confirmation. Confirm with --yes.\n');
  });

  it('asks nothing with --yes', async () => {
    expect(await asked(undefined, true)).to.deep.equal({ answer: true, code: 0, said: '' });
  });
});
