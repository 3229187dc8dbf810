import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { ReferenceVisitor } from '../reference_visitor.ts';

/** Runs a command of curl in a shell, as the page shows it. @returns what it prints */
async function run(command: string): Promise<string> {
  const child = spawn('bash', ['-s'], { timeout: 30_000 });
  const failed = new Promise<never>((_resolve, reject) => child.once('error', reject));
  child.stdin.end(command);
  const [printed, problems] = await Promise.race([Promise.all([text(child.stdout), text(child.stderr)]), failed]);
  if (printed !== '') return printed;
  throw new Error(`The command fails; it needs bash and curl: ${problems}\n${command}`);
}

describe('The commands of curl that the reference page shows', function () {
  this.timeout(180_000);
  let visitor: ReferenceVisitor;

  before(async () => {
    visitor = await ReferenceVisitor.arrive({ width: 1280, height: 900 });
    await visitor.signIn();
  });
  after(() => (visitor as ReferenceVisitor | undefined)?.leave());

  /** Runs the command of a sent request, and expects the answer that the page got. */
  const expectSame = async (id: string, { body }: { body: any }) => {
    const expected = body.error ? `"code":${body.error.code}` : JSON.stringify(body).slice(0, 40);
    expect(await run(await visitor.command(id))).to.contain(expected);
  };

  it('send the token of the page', async () => {
    const answer = await visitor.send('accounts/search_me', { parameters: { fields: 'id,nickname' } });
    expect(answer).to.deep.equal({ status: 200, body: { id: '4', nickname: 'student' } });
    await expectSame('accounts/search_me', answer);
  });

  it('select the version that the page describes', async () => {
    const answer = await visitor.send('articles/search_articles', { version: 1, parameters: { limit: '1' } });
    expect(answer.body).to.have.keys('resources', 'total');
    await expectSame('articles/search_articles', answer);
  });

  it('send JSON with quotes, backslashes and other alphabets', async () => {
    const body = { targetType: 'course', targetId: '30', couponCode: `it's "a" \\ $HOME 你好` };
    const answer = await visitor.send('orders/add_orders', { body });
    expect(answer).to.have.nested.property('body.error.code', 2003);
    await expectSame('orders/add_orders', answer);
  });

  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
    it(`send forms as ${type}`, async () => {
      const form = { type, fields: { couponCode: `it's & "a"=` } };
      const answer = await visitor.send('orders/add_orders', { form });
      expect(answer).to.have.nested.property('body.error.code', 2003);
      await expectSame('orders/add_orders', answer);
    });
});
