import type { TestKernel } from 'lectern/testing';
import type { Random } from './random.ts';

/** Kinds of callers: nobody, a wrong credential, and users whose permissions differ. */
export const callers = ['nobody', 'wrong', 'student', 'newcomer', 'teacher', 'manager', 'admin'] as const;

export type CallerName = (typeof callers)[number];
/** Admitted callers send more requests than refused ones. */
export const askers: readonly CallerName[] = [...callers, 'student', 'manager', 'manager', 'admin', 'admin', 'admin'];

const users = callers.filter((name) => name !== 'nobody' && name !== 'wrong');

type Headers = Readonly<Record<string, string>>;

/** Invalid credentials. Existing names with wrong passwords would lock accounts that other callers need. */
const wrong: readonly Headers[] = [
  { 'X-Auth-Token': 'x'.repeat(43) },
  { 'X-Auth-Token': '\u0080' },
  { 'X-Auth-Token': '' },
  { Authorization: 'Basic' },
  { Authorization: 'Basic !!!!' },
  { Authorization: 'Basic Og==' },
  { Authorization: `Basic ${'/'.repeat(12_000)}` },
  { Authorization: 'Bearer' },
  { Authorization: 'Bearer a.b.c' },
  { Authorization: `Bearer ${'.'.repeat(9_000)}` },
  { 'Access-Token': '0' },
];

/** Credentials of all callers; users get new ones in each round, because requests may revoke them. */
export class Credentials {
  readonly #tokens: Record<string, Headers> = {};

  constructor(
    private readonly kernel: TestKernel,
    private readonly random: Random,
  ) {}

  /** Resets the demo data, and signs in all users again. */
  async renew(): Promise<void> {
    await this.kernel.reset();
    for (const name of users) this.#tokens[name] = await this.kernel.as(name);
  }

  /** Signs a user in again whose credential has ended. */
  async restore(name: CallerName): Promise<void> {
    const user = this.#tokens[name] && (await this.kernel.services.users.byLogin(name));
    if (user) this.#tokens[name] = { 'X-Auth-Token': await this.kernel.services.tokens.issue(user.id) };
  }

  of(name: CallerName): Headers {
    return name === 'wrong' ? this.random.pick(wrong) : (this.#tokens[name] ?? {});
  }
}
