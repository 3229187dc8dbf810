import { use, type SourceOfShape, type WholeNumber } from 'lectern';
import { coin, RowsById, type ReadCall, type Statement } from 'lectern/core';
import { failures } from '../failures.ts';
import type { vipLevel } from '../shapes/vip_level.ts';
import { convertPrice, type CoinValues } from './price_convert.ts';
import type { Prices } from './worth.ts';

/** A level in answers, with its revision. */
export interface Level extends SourceOfShape<typeof vipLevel, 'public'> {
  readonly id: string;
  readonly revision: string;
}

/** Values that determine the worth of a membership. */
export interface RankAndPrices extends Prices {
  readonly id: string;
  readonly seq: WholeNumber;
}

/** A requested level; without an id, all levels. */
export interface RequestedLevel {
  readonly id: string | undefined;
  /** Whether the caller manages levels, and sees disabled ones. */
  readonly manages: boolean;
}

interface LevelRow extends Omit<Level, 'monthPriceConvert' | 'yearPriceConvert'> {
  readonly monthPrice: string;
  readonly yearPrice: string;
}

const columns = {
  id: 'id',
  seq: 'seq',
  name: 'name',
  icon: 'icon',
  monthPrice: 'month_price',
  yearPrice: 'year_price',
  description: 'description',
  freeLearned: 'free_learned',
  enabled: 'enabled',
  createdTime: 'created_at',
  maxRate: 'max_rate',
  revision: 'revision',
};

/** Reads membership levels, with prices in RMB and converted to coins. */
export class Levels {
  readonly #settings = use('settings');
  readonly #database = use('database');
  readonly #enabled: Statement<LevelRow> = this.#database.statement((q) =>
    q('vip_levels').select(columns).where('enabled', true).orderBy(['seq', 'id']),
  );
  readonly #byId: RowsById<LevelRow> = new RowsById(this.#database, (q) => q('vip_levels').select(columns));
  readonly #names: Statement<{ id: string; name: string }, { ids: readonly string[] }> = this.#database.statement(
    'select id, name from vip_levels where id = any(:ids::bigint[])',
  );
  readonly #every: Statement<{ id: string }> = this.#database.statement('select id from vip_levels');
  readonly #upTo: Statement<{ id: string }, { id: string; manages: boolean }> = this.#database.statement(
    'select id from vip_levels where seq <= (select seq from vip_levels where id = :id and (enabled or :manages))',
  );

  /** One level; a disabled level only with `manages`. @throws failures.levelNotFound */
  async get(id: string, { manages = false } = {}, call?: ReadCall): Promise<Level> {
    const row = await this.#byId.find(id, call);
    if (!row || !(row.enabled || manages)) throw failures.levelNotFound();
    return priced(row, await this.#settings.get(coin));
  }

  /** Rank and prices of a level, also of a disabled level. @throws failures.levelNotFound */
  async rankAndPrices(id: string): Promise<RankAndPrices> {
    const row = await this.#byId.find(id);
    if (!row) throw failures.levelNotFound();
    return row;
  }

  /** Enabled levels, lowest first. */
  async listEnabled(call?: ReadCall): Promise<readonly Level[]> {
    const rows = await this.#enabled.all({}, call);
    const values = await this.#settings.get(coin);
    return rows.map((row) => priced(row, values));
  }

  /** Names of levels, disabled ones too, in the order of the ids; null for a missing level. */
  async namesOf(ids: readonly string[], call?: ReadCall): Promise<(string | null)[]> {
    const rows = await this.#names.all({ ids: [...new Set(ids)] }, call);
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    return ids.map((id) => names.get(id) ?? null);
  }

  /**
   * Ids of a level and of the lower levels that it includes, disabled ones too; without `id`, of all levels.
   * @throws failures.levelNotFound when the level is missing, or disabled without `manages`
   */
  async idsUpTo({ id, manages }: RequestedLevel, call?: ReadCall): Promise<string[]> {
    const rows = await (id === undefined ? this.#every.all({}, call) : this.#upTo.all({ id, manages }, call));
    // A level includes itself, so that only a missing or invisible level yields no rows.
    if (id !== undefined && rows.length === 0) throw failures.levelNotFound();
    return rows.map((row) => row.id);
  }
}

function priced(row: LevelRow, values: CoinValues): Level {
  // New fields precede the row, so that the JavaScript engine uses one hidden class for all levels
  // (docs/decisions/028-object-spread-order.md).
  return {
    monthPriceConvert: convertPrice(row.monthPrice, values),
    yearPriceConvert: convertPrice(row.yearPrice, values),
    ...row,
  };
}
