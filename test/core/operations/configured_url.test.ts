import { expect } from 'chai';
import { after, describe, it } from 'mocha';
import { runCommand } from '../../support/command.ts';
import { Installation } from '../../support/installation.ts';

describe('The configured URL of a server', () => {
  const installation = new Installation({});
  after(() => installation.clear());

  it('is one that commands can ask, whatever the host', async () => {
    const expected = { '0.0.0.0': '127.0.0.1', '::': '127.0.0.1', '::1': '[::1]', localhost: 'localhost' };
    for (const [host, name] of Object.entries(expected)) {
      installation.write({ 'config/default.json': JSON.stringify({ http: { host, port: 1 } }) });
      const { err } = await runCommand(installation.root, 'leaks');
      expect(err).to.include(`No server answers at http://${name}:1;`);
    }
  });
});
