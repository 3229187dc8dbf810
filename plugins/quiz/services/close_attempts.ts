import { use } from 'lectern';
import type { Job } from 'lectern/core';
import { Attempts } from './attempts.ts';

/** Closes open attempts whose time is over, every five minutes. */
export class CloseAttempts implements Job {
  readonly name = 'quiz.close_attempts';
  readonly schedule = { cron: '*/5 * * * *', missed: 'once' } as const;
  readonly #attempts = use(Attempts);

  async run(signal?: AbortSignal): Promise<void> {
    await this.#attempts.closeOverdue(signal);
  }
}
