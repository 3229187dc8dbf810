import { use, type Services } from 'lectern';

type Checked = Awaited<ReturnType<Services['ledger']['audit']>> & { readonly time: Date };

const KEPT_MS = 60_000;

/** Checks the ledger and keeps the result for a minute, because a check reads all balances. */
export class LedgerCheck {
  readonly #ledger = use('ledger');
  readonly #clock = use('clock');
  #last: { readonly time: Date; readonly result: Promise<Checked> } | undefined;

  /** Result of a check that began less than a minute ago; otherwise of a new check. */
  run(): Promise<Checked> {
    const time = this.#clock.now();
    if (this.#last && time.getTime() - this.#last.time.getTime() < KEPT_MS) return this.#last.result;
    const result = this.#ledger.audit().then((found) => ({ ...found, time }));
    this.#last = { time, result };
    result.catch(() => {
      this.#last = undefined;
    });
    return result;
  }
}
