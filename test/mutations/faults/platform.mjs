// Events, jobs, and the kit for tests.

/** @type {readonly import('../planted.mjs').Fault[]} */
export const platform = [
  {
    id: 'events-outside-transaction',
    file: 'core/events/services/domain_events.ts',
    find: 'this.#database.afterCommit(() => {\n      for (const { id, wantedBy } of made) this.#dispatcher.bring(id, wantedBy);\n    });',
    put: 'if (made.length < 0) this.#dispatcher.wake();',
    says: 'events wait for the next poll instead of being delivered at once',
    part: 'core/events',
  },
  {
    id: 'events-tried-for-ever',
    file: 'core/events/services/handling.ts',
    find: 'else if (delivery.attempts >= this.#config.maxAttempts) await this.#giveUp(one, error);',
    put: '',
    says: 'a delivery that fails is tried for ever',
    part: 'core/events',
  },
  {
    id: 'events-cleaned-undelivered',
    file: 'core/events/services/clean_events.ts',
    find: "where delivery.event_id = events.id and delivery.state <> 'done'",
    put: "where delivery.event_id = events.id and delivery.state = 'dead'",
    says: 'old events are removed before their delivery',
    part: 'core/events',
  },
  {
    id: 'events-secret-kept',
    file: 'core/events/services/redact.ts',
    find: ".replace(tokens, '***')",
    put: '',
    says: 'the database stores tokens from error messages',
    part: 'core/events',
  },
  {
    id: 'events-taken-twice',
    file: 'core/events/services/deliveries.ts',
    find: 'and (lease_until is null or lease_until < now())',
    put: '',
    says: 'a running delivery is started again',
    part: 'core/events',
  },
  {
    id: 'jobs-run-twice',
    file: 'core/jobs/services/claim.ts',
    find: 'and (jobs.lease_until is null or jobs.lease_until < now())',
    put: '',
    says: 'a running job is started again',
    part: 'core/jobs',
  },
  {
    id: 'jobs-error-forgotten',
    file: 'core/jobs/services/claim.ts',
    find: 'error?.slice(0, LONGEST_ERROR) ?? null',
    put: 'error === undefined ? error : null',
    says: 'the error of a failed job is not recorded',
    part: 'core/jobs',
  },
  {
    id: 'testing-reset-forgets-clock',
    file: 'core/testing/test_kernel.ts',
    find: 'this.clock.reset();',
    put: '',
    says: 'the clock of a test keeps the time of the previous test',
    part: 'core/testing',
  },
];
