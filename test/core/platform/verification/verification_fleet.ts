import { randomInt } from 'node:crypto';
import type { Kernel } from 'lectern/host';
import supertest from 'supertest';
import type { Files } from '../../../support/installation.ts';
import type { SmsConfig } from '../../../../core/platform/verification/config.ts';
import { Fleet, shareFleet, type Replica, type SharedFleet } from '../../infrastructure/jobs/fleet.ts';

const trusting = { 'config/test.json': JSON.stringify({ http: { trustedProxies: ['loopback'] } }) };

const modules = ['audit', 'database', 'events', 'jobs', 'limits', 'trees', 'users', 'verification'];

/** An installation with this module only, where each request can come from an address of its own. */
export function verificationFleet(files: Files = {}): Promise<Fleet> {
  return Fleet.make(modules, { ...trusting, ...files });
}

/** Installation that test files share, with the usual configuration. */
export function sharedVerification(): Promise<SharedFleet> {
  return shareFleet(modules, trusting, {});
}

/** The configuration of a replica with other values for codes by SMS. */
export function withSms({ services }: Kernel, sms: Partial<SmsConfig>) {
  const { verificationConfig } = services;
  return { ...verificationConfig, sms: { ...verificationConfig.sms, ...sms } };
}

/** A client with an address of its own. */
export class Visitor {
  readonly #api: Replica['api'];
  readonly address: string;

  constructor({ api }: Pick<Replica, 'api'>, address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`) {
    this.#api = api;
    this.address = address;
  }

  /** Asks for a code. */
  askCode(body: object): supertest.Test {
    return this.#api.post('/api/sms_center').set('X-Forwarded-For', this.address).send(body);
  }

  /** Asks for a picture. */
  askPicture(): supertest.Test {
    return this.#api.post('/api/captcha').set('X-Forwarded-For', this.address);
  }
}

/** A number that no other test uses. */
export function someMobile(): string {
  return `139${String(randomInt(10 ** 8)).padStart(8, '0')}`;
}

/** A captcha with its phrase, which only the drawing thread is told. */
export async function solvedCaptcha({ services }: Kernel): Promise<{ captchaToken: string; phrase: string }> {
  const { captchaPictures, captchas } = services;
  const draw = captchaPictures.draw.bind(captchaPictures);
  let phrase = '';
  captchaPictures.draw = async (text) => {
    phrase = text;
    return 'data:image/png;base64,';
  };
  try {
    const { captchaToken } = await captchas.make(`10.0.${randomInt(256)}.${randomInt(256)}`);
    return { captchaToken, phrase };
  } finally {
    captchaPictures.draw = draw;
  }
}

/** Runs `work` with the clock some seconds ahead. */
export async function later<T>({ services }: Kernel, seconds: number, work: () => Promise<T>): Promise<T> {
  const { clock } = services;
  const now = clock.now.bind(clock);
  clock.now = () => new Date(now().getTime() + seconds * 1000);
  try {
    return await work();
  } finally {
    clock.now = now;
  }
}

/** Codes that the development provider has put into its table for a number, the oldest first. */
export async function outbox({ services }: Kernel, mobile: string): Promise<{ type: string; code: string }[]> {
  return services.database.table('sms_outbox').where({ mobile }).orderBy('id').select('type', 'code');
}

/** The log without changing numbers that may look like a code. */
export function said({ logs }: Fleet): string {
  return logs
    .map((line) => {
      const { time, reqId, ms, ...rest } = JSON.parse(line) as Record<string, unknown>;
      return JSON.stringify(rest);
    })
    .join('\n');
}

/** A code that differs from the right one in its first digit. */
export function otherThan(code: string): string {
  return code.replace(/^./, (first) => String((Number(first) + 1) % 10));
}

/** How often each value occurs. */
export function tally(values: readonly unknown[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
  return counts;
}

/** Runs `work` `n` times at once. */
export function atOnce<T>(n: number, work: (index: number) => PromiseLike<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: n }, (_, index) => work(index)));
}
