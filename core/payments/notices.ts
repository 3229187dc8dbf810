import type { Logger } from 'lectern';
import type { Notice } from './gateway.ts';

/** Applies verified notices of payment platforms to trades. */
export interface Notices {
  /**
   * Applies a notice to its trade; a repeated notice changes nothing.
   * @param log logger of the request, if there is one
   * @returns `accepted`, or `refused` when the trade, the gateway or the amount does not match
   */
  receive(gateway: string, notice: Notice, log?: Logger): Promise<'accepted' | 'refused'>;
}
