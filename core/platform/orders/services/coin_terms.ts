import type { Services } from 'lectern';
import { coin } from '../../../infrastructure/settings/index.ts';

/** Current terms of coins (settings section `coin`). */
export interface CoinTerms {
  /** Whether goods can be paid with coins. */
  readonly enabled: boolean;
  readonly name: string;
  /** Coins for one RMB, in hundredths; 100 while coins are disabled. */
  readonly rate: number;
  readonly priceType: 'RMB' | 'Coin';
}

const ONE = 100;

/** Reads the terms from the settings. A rate of 0 disables coins, because no number of coins would pay a price. */
export async function coinTerms(settings: Services['settings']): Promise<CoinTerms> {
  const { enabled: on, name, rate: text, cash_model: model } = await settings.get(coin);
  const rate = Math.round(Number(text) * ONE);
  const enabled = on && model !== 'none' && rate > 0;
  if (!enabled) return { enabled, name, rate: ONE, priceType: 'RMB' };
  return { enabled, name, rate, priceType: model === 'currency' ? 'Coin' : 'RMB' };
}
