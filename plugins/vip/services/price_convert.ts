/** A price converted by the coin setting. */
export interface PriceConvert {
  readonly currency: 'coin' | 'RMB';
  /** Price in hundredths of RMB. */
  readonly amount: string;
  /** Price in hundredths of a coin. */
  readonly coinAmount?: string;
  readonly coinName?: string;
}

/** Values of the setting `coin` that determine converted prices. */
export interface CoinValues {
  readonly enabled: boolean;
  readonly name: string;
  readonly rate: string | number;
  readonly cash_model: string;
}

/** Returns a price of `amount` hundredths of RMB in the form of answers, with coins while coins are enabled. */
export function convertPrice(amount: string, coin: CoinValues): PriceConvert {
  if (!coin.enabled) return { currency: 'RMB', amount };
  const currency = coin.cash_model === 'currency' ? 'coin' : 'RMB';
  return { currency, amount, coinAmount: coinsFor(amount, Number(coin.rate)), coinName: coin.name };
}

/** Returns the coins for an amount, rounded up to a hundredth; integer arithmetic avoids rounding errors. */
function coinsFor(amount: string, rate: number): string {
  const rateInHundredths = BigInt(Math.round(rate * 100));
  return String((BigInt(amount) * rateInHundredths + 99n) / 100n);
}
