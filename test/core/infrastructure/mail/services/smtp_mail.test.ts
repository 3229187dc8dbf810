import { createServer, type AddressInfo, type Server } from 'node:net';
import { expect } from 'chai';
import { construct } from 'lectern/testing';
import { SmtpMail } from '../../../../../core/infrastructure/mail/services/smtp_mail.ts';

/** A mail server with given answers. */
class MailServer {
  readonly received: string[] = [];
  readonly #server: Server;

  constructor(answers: Readonly<Record<string, string>> = {}) {
    this.#server = createServer((socket) => {
      let isMail = false;
      socket.on('error', () => undefined);
      socket.write('220 test\r\n');
      socket.on('data', (data) => {
        for (const line of data.toString().split('\r\n').filter(Boolean)) {
          this.received.push(line);
          const [word = ''] = line.split(/[ :]/, 1);
          if (isMail && line !== '.') continue;
          isMail = word === 'DATA';
          socket.write(`${answers[word] ?? (isMail ? '354 go on' : '250 ok')}\r\n`);
        }
      });
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
  }
}

describe('Mail by SMTP', () => {
  let server: MailServer;
  let provider: SmtpMail;

  afterEach(() => {
    provider.stop();
    server.close();
  });

  async function start(answers?: Readonly<Record<string, string>>): Promise<SmtpMail> {
    server = new MailServer(answers);
    const mailConfig = { from: 'School <no-reply@example.org>', smtpUrl: await server.listen(), timeoutMs: 1000 };
    return (provider = construct(SmtpMail, { mailConfig }));
  }

  it('reaches one recipient, in UTF-8, as text', async () => {
    const mail = { to: 'ada@example.org', subject: 'Grüße\r\nBcc: c@example.org', text: 'Hello\n' };
    await (await start()).send(mail);
    const told = server.received.join('\n');
    expect(told).to.include('MAIL FROM:<no-reply@example.org>');
    expect(server.received.filter((line) => line.startsWith('RCPT'))).to.deep.equal(['RCPT TO:<ada@example.org>']);
    expect(told).not.to.match(/^Bcc:/m);
    expect(told).to.include('Content-Type: text/plain; charset=utf-8');
  });

  it('treats a text of several addresses as one', async () => {
    const smtp = await start();
    await smtp.send({ to: 'ada@example.org,bob@example.org', subject: 'a', text: 'b' }).catch(() => undefined);
    expect(server.received.filter((line) => line.startsWith('RCPT'))).to.have.length.below(2);
  });

  it('fails when the server refuses', async () => {
    const smtp = await start({ RCPT: '550 no such mailbox' });
    const error = await smtp.send({ to: 'ada@example.org', subject: 'a', text: 'b' }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(String(error)).to.include('550');
  });
});
