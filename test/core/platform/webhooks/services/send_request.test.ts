import { expect } from 'chai';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { AllowedAddresses } from '../../../../../core/platform/webhooks/allowed_address.ts';
import { sendRequest } from '../../../../../core/platform/webhooks/services/send_request.ts';
import { started } from '../../../../support/started.ts';
import { Receiver } from '../receiver.ts';

describe('A request to a receiver', () => {
  const receiver = started(() => Receiver.start());
  const addresses = new AllowedAddresses(['127.0.0.0/8']);
  const send = (path: string, timeoutMs: number, signal = new AbortController().signal) =>
    sendRequest(addresses, { url: receiver.url(path), headers: {}, body: '{}', timeoutMs, signal });

  for (const [what, path, begin] of [
    ['does not answer', '/silent', false],
    ['does not end its answer', '/endless', true],
  ] as const)
    it(`ends after its time limit if the receiver ${what}`, async () => {
      receiver.answers.set(path, (response) => begin && response.writeHead(200).write('x'));
      const sent = send(path, 200);
      await receiver.got(path);
      // The limit must not depend on objects that the engine may collect.
      setFlagsFromString('--expose-gc');
      (runInNewContext('gc') as () => void)();
      expect(await sent).to.deep.include({ answer: null, status: begin ? 200 : null });
      expect((await sent).error).to.match(/did not finish its answer within 0\.2 s/);
    });

  it('ends when the process stops', async () => {
    receiver.answers.set('/stopped', () => undefined);
    const stopping = new AbortController();
    const sent = send('/stopped', 60_000, stopping.signal);
    await receiver.got('/stopped');
    stopping.abort();
    expect((await sent).error).to.be.a('string');
  });
});
