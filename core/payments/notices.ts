import type { Notice } from './gateway.ts';

/** Application of verified notices of platforms. */
export interface Notices {
  /**
   * Applies a notice to its trade; the same one again changes nothing.
   * @returns `refused` when the trade, its gateway or the amount does not fit; it is recorded then
   */
  receive(gateway: string, notice: Notice): Promise<'accepted' | 'refused'>;
}
