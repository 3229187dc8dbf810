import { Failure, standardFailures, use, type EventName, type Events, type FailureKind } from 'lectern';
import { isInstance } from '../../../hosting/internals.ts';

/**
 * A check before an event, such as the creation of an order. Modules contribute checks to the extension point
 * `eventChecks`. A check refuses the operation by throwing a failure, which is then the answer of the operation.
 *
 * @example
 * class OnlyMembers {
 *   readonly event = 'order.creating';
 *   readonly fails = [failures.membersOnly];
 *   async examine({ userId }: Events['order.creating']) {
 *     if (!(await this.members.has(userId))) throw failures.membersOnly();
 *   }
 * }
 * export default { onlyMembers: contributes('eventChecks', OnlyMembers) };
 */
export type EventCheck = {
  readonly [N in CheckedEvent]: {
    /** Name of the event before which the check runs. */
    readonly event: N;
    /** Failures by which the check refuses. The OpenAPI document adds them to operations with the event in `@fails`. */
    readonly fails?: readonly FailureKind[];
    /** Runs in the transaction of the operation; several checks run one after another, in module order. */
    examine(payload: Readonly<Events[N]>): unknown;
  };
}[CheckedEvent];

/** Name of an event that checks can refuse; ends with `ing`, such as `order.creating`. */
type CheckedEvent = Extract<EventName, `${string}ing`>;

/** Runs the checks of an event, then the work, in one transaction. Without checks, runs only the work. */
export type Checked<N extends CheckedEvent> = <T>(payload: Events[N], work: () => Promise<T>) => Promise<T>;

interface AnyCheck {
  readonly event: string;
  examine(payload: object): unknown;
}

/**
 * Runs the checks by which modules can refuse an operation before its event happens.
 *
 * @example
 * const lending = eventChecks.before('book.lending');
 * await lending({ userId, title }, () => store(userId, title));
 */
export class EventChecks {
  readonly #config = use('eventsConfig');
  readonly #contributions = use('contributions');
  readonly #database = use('database');
  readonly #logger = use('logger');
  readonly #names = new Set<string>();

  /** Names of the events that checks can refuse. */
  get names(): readonly string[] {
    return [...this.#names].sort();
  }

  /**
   * Declares an event that checks can refuse. Call `before` once, in the constructor of the service that does the work.
   */
  before<N extends CheckedEvent>(event: N): Checked<N> {
    this.#names.add(event);
    return (payload, work) => {
      const checks = this.#of(event);
      if (checks.length === 0) return work();
      return this.#database.transaction(async () => {
        for (const check of checks) await this.#run(check, Object.freeze({ ...(payload as object) }));
        return work();
      });
    };
  }

  /** Logs checks of events that no module declares by `before`, and subscribers of events that are for checks only. */
  ready(): void {
    for (const { event, contributor } of this.#unannounced()) {
      const fix = this.names.length === 0 ? 'remove the check' : `write one of ${this.names.join(', ')}`;
      const message = `The check of module '${contributor}' never runs: no installed module lets checks refuse '${event}'; install the module of the event, or ${fix}`;
      this.#logger.error({ event, contributor }, message);
    }
    for (const { name, events } of this.#contributions.of('subscribers')) {
      const event = events.find((one) => this.#names.has(one));
      if (event === undefined) continue;
      const fix = "contribute a check to 'eventChecks', or subscribe to an event that is published";
      const contributor = name.split('.')[0] ?? '';
      const message = `The subscriber '${name}' of module '${contributor}' is never called: '${event}' is for checks; ${fix}`;
      this.#logger.error({ event, contributor }, message);
    }
  }

  #unannounced() {
    const all: readonly AnyCheck[] = this.#contributions.of('eventChecks');
    const unknown = all.filter(({ event }) => !this.#names.has(event));
    return unknown.map((check) => ({ event: check.event, contributor: this.#contributions.moduleOf(check) }));
  }

  #of(event: string): readonly AnyCheck[] {
    const all: readonly AnyCheck[] = this.#contributions.of('eventChecks');
    return all.filter((check) => check.event === event);
  }

  /** Runs a check. Aborts the check at the time limit, because its transaction holds a connection and locks. */
  async #run(check: AnyCheck, payload: object): Promise<void> {
    const control = new AbortController();
    const late = () => control.abort(this.#late(check));
    const timer = setTimeout(late, this.#config.checkMs);
    try {
      await this.#database.transaction(async () => check.examine(payload), { signal: control.signal });
    } catch (error) {
      if (!isInstance(error, Failure) || control.signal.aborted) this.#report(check, error);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #late(check: AnyCheck): Failure {
    const module = this.#contributions.moduleOf(check);
    return standardFailures.unavailable({
      message: `The module "${module}" did not check the request in time; send the request again.`,
    });
  }

  #report(check: AnyCheck, err: unknown): void {
    const { event } = check;
    const contributor = this.#contributions.moduleOf(check);
    const message = `The check of module '${contributor}' failed, so '${event}' was refused; a check must end within modules.events.checkMs, and refuse by throwing a failure`;
    this.#logger.error({ err, event, contributor }, message);
  }
}
