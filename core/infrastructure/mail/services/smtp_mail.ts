import { use } from 'lectern';
import type { Transporter } from 'nodemailer';
import { SMTP_PROVIDER } from '../chosen_provider.ts';
import type { MailConfig } from '../config.ts';
import type { Mail, MailProvider } from '../mail_provider.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Sends mail by SMTP. Requires encryption by `smtps` or STARTTLS, unless the server runs on this machine. */
export class SmtpMail implements MailProvider {
  readonly name = SMTP_PROVIDER;
  readonly #config = use('mailConfig');
  #transport: Transporter | undefined;

  /** @throws Error without `smtpUrl`, or when the mail server refuses the mail or cannot be reached */
  async send({ to, subject, text }: Mail): Promise<void> {
    this.#transport ??= await transportTo(this.#config);
    // The recipient is an object, because a text could contain several addresses.
    await this.#transport.sendMail({ from: this.#config.from, to: { name: '', address: to }, subject, text });
  }

  stop(): void {
    this.#transport?.close();
  }
}

/** Loads the package `nodemailer` with the first mail, because most processes send no mail. */
async function transportTo({ smtpUrl, timeoutMs }: MailConfig): Promise<Transporter> {
  if (smtpUrl === undefined) throw new Error('The mail provider smtp needs modules.mail.smtpUrl; set SMTP_URL.');
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    requireTLS: !LOOPBACK.includes(new URL(smtpUrl).hostname),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
