import type { Services, SourceOfShape } from 'lectern';
import { coin, type Statement } from 'lectern/core';
import { failures } from '../failures.ts';
import type { vipLevel } from '../shapes/vip_level.ts';
import { convertPrice } from './price_convert.ts';

export type Level = SourceOfShape<typeof vipLevel, 'public'>;

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
};

/** Membership levels. */
export class Levels {
  readonly #settings: Services['settings'];
  readonly #enabled: Statement<LevelRow>;
  readonly #one: Statement<LevelRow, { id: string }>;

  constructor({ database, settings }: Pick<Services, 'database' | 'settings'>) {
    this.#settings = settings;
    this.#enabled = database.statement((q) =>
      q('vip_levels').select(columns).where('enabled', true).orderBy(['seq', 'id']),
    );
    this.#one = database.statement((q, param) =>
      q('vip_levels').select(columns).where({ enabled: true }).where('id', param('id')).limit(1),
    );
  }

  /** An enabled level. @throws failures.levelNotFound */
  async get(id: string): Promise<Level> {
    const row = await this.#one.first({ id });
    if (!row) throw failures.levelNotFound();
    return (await this.#priced([row]))[0] as Level;
  }

  /** The enabled levels, lowest first. */
  async listEnabled(): Promise<readonly Level[]> {
    return this.#priced(await this.#enabled.all());
  }

  async #priced(rows: readonly LevelRow[]): Promise<readonly Level[]> {
    const values = await this.#settings.get(coin);
    return rows.map((row) => ({
      ...row,
      monthPriceConvert: convertPrice(row.monthPrice, values),
      yearPriceConvert: convertPrice(row.yearPrice, values),
    }));
  }
}
