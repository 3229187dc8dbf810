import { expect } from 'chai';
import { createLogger } from '../../../../../core/hosting/telemetry/log/log.ts';

const names = ['authorization', 'cookie', 'password', 'payPassword', 'token', 'secret', 'accessToken', 'jwt', 'phrase'];
const headers = ['x-auth-token', 'access-token'];
const canary = 'canary-4711';

/** The line that a logger writes of an object. */
function lineOf(about: object): string {
  let line = '';
  const log = { level: 'info', format: 'json', keptBytes: 0 };
  const logger = createLogger({ log, environment: 'test' }, { write: (text) => void (line += text) });
  logger.info(about, 'a line');
  return line;
}

describe('A line of the log', () => {
  it('hides values of secret names at any depth of the logged object', () => {
    const shown = names.filter((name) =>
      [{ [name]: canary }, { body: { [name]: canary } }, { request: { body: { [name]: canary } } }].some((about) => {
        const line = lineOf(about);
        return line.includes(canary) || !line.includes('[secret]');
      }),
    );
    expect(shown).to.deep.equal([]);
  });

  it('hides credentials of headers', () => {
    const shown = headers.filter((name) => lineOf({ headers: { [name]: canary } }).includes(canary));
    expect(shown).to.deep.equal([]);
  });

  it('shows other values', () => {
    expect(JSON.parse(lineOf({ body: { nickname: 'shown' } }))).to.deep.include({ body: { nickname: 'shown' } });
  });
});
