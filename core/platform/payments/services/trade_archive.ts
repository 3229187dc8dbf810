import { use } from 'lectern';
import { Lease } from '../../../infrastructure/database/index.ts';
import { ArchiveFolder, type ArchiveFile, type ArchiveTotals } from './archive_folder.ts';

/** Places at which a run may be interrupted. */
export type ArchiveStep = 'written' | 'removed' | 'committed';

interface ArchiveRun {
  /** Largest number of trades in a file, and in its transaction. */
  readonly fileRows?: number;
  /** Called at each step of a file. */
  readonly at?: (step: ArchiveStep) => void;
}

interface Row extends Omit<ArchiveTotals, 'trades'> {
  readonly id: string;
  readonly line: string;
}

const DAY_MS = 86_400_000;
const LEAST_DAYS = 90;
const FILE_ROWS = 10_000;
/** The lease of a killed run ends within 15 seconds. */
const WAIT_MS = 20_000;

/** Old closed trades that nothing refers to, and whose money is nobody's concern any more. */
const old = `trade.status = 'closed' and trade.expires_at <= ?
  and not exists (select from refunds where trade_sn = trade.sn)
  and not exists (select from payment_notices where trade_sn = trade.sn and outcome in ('unapplied', 'refunded_outside'))`;

/**
 * Moves closed trades, which are attempts at a payment that paid nothing, from the database to files. Orders, their
 * steps, paid trades, refunds and the ledger stay, because clients and later refunds read them.
 */
export class TradeArchive {
  readonly #clock = use('clock');
  readonly #config = use('paymentsConfig');
  readonly #database = use('database');
  readonly #lease: Lease = new Lease('payments.archive', use('database'), use('logger'));

  /** The trades that `run` would archive. @throws Error while the archive is switched off */
  async plan(): Promise<ArchiveTotals> {
    const { rows } = await this.#database.raw<Omit<ArchiveTotals, 'trades'> & { trades: string }>(
      `select count(*) as trades, coalesce(sum(cash), 0) as cash, coalesce(sum(coins), 0) as coins,
         coalesce(sum(bought_coins), 0) as "boughtCoins" from trades as trade where ${old}`,
      [this.#until()],
    );
    const [{ trades, ...sums }] = rows as [(typeof rows)[number]];
    return { ...sums, trades: Number(trades) };
  }

  /**
   * Archives trades, a file and a transaction for at most 10,000. A run that was killed is continued first.
   * @throws Error while the archive is switched off, for an unusable folder, and while another run is under way
   */
  async run(path: string, options: ArchiveRun = {}): Promise<ArchiveTotals> {
    const until = this.#until();
    const done: ArchiveTotals[] = [];
    await this.#lease.hold(async () => {
      const folder = await ArchiveFolder.open(path);
      for (const file of folder.files) await this.#resume(folder, file);
      for (;;) {
        const file = await this.#archiveSome(folder, until, options);
        if (!file) return;
        done.push(file);
      }
    }, WAIT_MS);
    return totalsOf(done);
  }

  async #archiveSome(folder: ArchiveFolder, until: Date, { fileRows = FILE_ROWS, at = () => {} }: ArchiveRun) {
    const move = async (): Promise<ArchiveFile | undefined> => {
      const rows = await this.#lock(until, fileRows);
      const [first] = rows;
      if (!first) return undefined;
      const totals = totalsOf(rows.map((row) => ({ ...row, trades: 1 })));
      const file = await folder.write(
        `closed-trades-${first.id}.ndjson.gz`,
        totals,
        rows.map(({ line }) => line),
      );
      at('written');
      const removed = await this.#remove(rows.map(({ id }) => id));
      if (removed !== rows.length)
        throw new Error(
          `${removed} instead of ${rows.length} trades of ${file.name} were removed. Run the command again.`,
        );
      at('removed');
      return file;
    };
    // A repetition would write a second file.
    const file = await this.#database.transaction(move, { attempts: 1 });
    if (!file) return undefined;
    at('committed');
    await folder.finish(file);
    return file;
  }

  /** Ends the work on the last file of a killed run: its trades are removed, or the incomplete file is. */
  async #resume(folder: ArchiveFolder, file: ArchiveFile): Promise<void> {
    if (file.state === 'done') return;
    if (file.state === 'writing') return folder.drop(file);
    const lines = await folder.read(file);
    await this.#remove(lines.map((line) => String((JSON.parse(line) as { id: number }).id)));
    await folder.finish(file);
  }

  async #lock(until: Date, limit: number): Promise<Row[]> {
    const { rows } = await this.#database.raw<Row>(
      `select id, cash, coins, bought_coins as "boughtCoins", row_to_json(trade)::text as line
       from trades as trade where ${old} order by id limit ? for update skip locked`,
      [until, limit],
    );
    return rows;
  }

  /** @returns the number of removed trades */
  async #remove(ids: readonly string[]): Promise<number> {
    const { rows } = await this.#database.raw(
      `delete from trades where id = any(?::bigint[]) and status = 'closed' returning id`,
      [[...ids]],
    );
    return rows.length;
  }

  #until(): Date {
    const days = this.#config.archiveDays;
    if (days === 0)
      throw new Error('The archive of trades is switched off. Set modules.payments.archiveDays, such as 730.');
    if (days < LEAST_DAYS)
      throw new Error(
        `modules.payments.archiveDays is ${days}; set ${LEAST_DAYS} or more, because platforms report late payments.`,
      );
    return new Date(this.#clock.now().getTime() - days * DAY_MS);
  }
}

function totalsOf(parts: readonly ArchiveTotals[]): ArchiveTotals {
  const sum = (name: 'cash' | 'coins' | 'boughtCoins') =>
    String(parts.reduce((total, part) => total + BigInt(part[name]), 0n));
  const trades = parts.reduce((total, part) => total + part.trades, 0);
  return { trades, cash: sum('cash'), coins: sum('coins'), boughtCoins: sum('boughtCoins') };
}
