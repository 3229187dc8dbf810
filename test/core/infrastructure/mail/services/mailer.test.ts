import { expect } from 'chai';
import { construct } from 'lectern/testing';
import { Mailer } from '../../../../../core/infrastructure/mail/services/mailer.ts';

const token = 'abcdefghijklmnopqrstuvwxyz0123456789-_ABCDE';
const mail = { to: 'ada@example.org', subject: 'Link', text: `https://example.org/#a=${token}` };

function mailerWith(
  provider: string | undefined,
  send: () => Promise<void>,
  environment: 'test' | 'production' = 'test',
) {
  const lines: object[] = [];
  const logger = { error: (about: object, message: string) => lines.push({ ...about, message }) };
  const contributions = { of: () => [{ name: 'development', send }] };
  const mailConfig = { from: 'a@example.org', timeoutMs: 1, ...(provider !== undefined && { provider }) };
  const mailer = construct(Mailer, { contributions, environment, logger, mailConfig });
  return { mailer, lines };
}

describe('The mailer', () => {
  it('logs a failure without the address and the token', async () => {
    const { mailer, lines } = mailerWith(undefined, () =>
      Promise.reject(new Error(`<${mail.to}> refused: ${mail.text}`)),
    );
    mailer.start();
    const error = await mailer.send(mail).catch((thrown: unknown) => thrown);
    expect(error).to.have.nested.property('kind.code', 8);
    expect(JSON.stringify(lines)).to.include('refused').and.not.include(token).and.not.include(mail.to);
  });

  it('is disabled in production without a mail server, and rejects an unknown provider', () => {
    const { mailer } = mailerWith(undefined, () => Promise.resolve(), 'production');
    mailer.start();
    expect(() => mailer.assertEnabled()).to.throw('sends no mail');
    const { mailer: wrong } = mailerWith('pigeon', () => Promise.resolve());
    expect(() => wrong.start()).to.throw('none, development');
  });
});
