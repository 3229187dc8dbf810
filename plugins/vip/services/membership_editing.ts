import { standardFailures, use, type Caller } from 'lectern';
import { failures } from '../failures.ts';
import type { Extension, GrantInput, Reason } from '../inputs.ts';
import { isValid, type Change, type Membership } from './membership.ts';
import { MAX_DAYS } from './worth.ts';

/**
 * Grants, extends and ends memberships, for managers. Each change locks the membership: the second of two concurrent
 * changes sees the result of the first.
 */
export class MembershipEditing {
  readonly #calendar = use('vipCalendar');
  readonly #clock = use('clock');
  readonly #database = use('database');
  readonly #events = use('events');
  readonly #levels = use('vipLevels');
  readonly #members = use('vipMembers');
  readonly #users = use('users');

  /**
   * Grants a membership from today and publishes `vip.new`.
   * @throws invalidParameter for an unknown user; failures.levelNotFound, memberAlready
   */
  async grant(userId: string, { levelId, days, reason }: Omit<GrantInput, 'userId'>, by: Caller): Promise<void> {
    await this.#users.mustBePeople('userId', [userId]);
    const now = this.#clock.now();
    await this.#change(userId, async (held) => {
      const unit = held?.unit ?? 'month';
      if (isValid(held, now)) throw failures.memberAlready();
      const { id } = await this.#levels.rankAndPrices(levelId);
      const deadline = this.#calendar.endOfDay(now, days);
      return { levelId: id, unit, deadline, action: 'new', reason, managerId: by.id };
    });
  }

  /**
   * Adds days to a valid membership and publishes `vip.renew`.
   * @throws failures.noMembership, membershipExpired; invalidParameter for a deadline in more than a hundred years
   */
  async extend(userId: string, { days, reason }: Extension, by: Caller): Promise<void> {
    await this.#change(userId, (held) => {
      const { deadline: before, ...kept } = this.#valid(held);
      const deadline = this.#calendar.endOfDay(before, days);
      if (this.#calendar.daysBetween(this.#clock.now(), deadline) > MAX_DAYS) throw tooLong();
      return { ...kept, deadline, action: 'renew', reason, managerId: by.id };
    });
  }

  /** Ends a valid membership: its last day becomes yesterday. @throws failures.noMembership, membershipExpired */
  async end(userId: string, { reason }: Reason, by: Caller): Promise<void> {
    await this.#change(userId, (held) => {
      const deadline = this.#calendar.endOfDay(this.#clock.now(), -1);
      return { ...this.#valid(held), deadline, action: 'end', reason, managerId: by.id };
    });
  }

  async #change(userId: string, decide: (held: Membership | undefined) => Change | Promise<Change>): Promise<void> {
    await this.#database.transaction(async () => {
      const made = await this.#members.change(userId, (held) => Promise.resolve(held).then(decide));
      if (made?.action !== 'new' && made?.action !== 'renew') return;
      const { levelId, deadline, action } = made;
      const payload = { userId, levelId, deadline: this.#calendar.write(deadline), orderSn: null };
      await this.#events.publish(`vip.${action}`, payload);
    });
  }

  #valid(held: Membership | undefined): Membership {
    if (!held) throw failures.noMembership();
    if (!isValid(held, this.#clock.now())) throw failures.membershipExpired();
    return held;
  }
}

function tooLong() {
  const message = 'must be fewer: a membership lasts no longer than a hundred years from today';
  return standardFailures.invalidParameter({ details: [{ field: 'days', message }] });
}
