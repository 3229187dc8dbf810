import { use } from 'lectern';
import type { CoverableGoods, CoverageProvider, Statement } from 'lectern/core';
import { vipSection } from '../settings_section.ts';

interface Included {
  readonly name: string;
  readonly levelIds: readonly string[];
}

/**
 * Includes goods in memberships: a valid membership includes the goods up to its level if the level has `freeLearned`.
 */
export class VipCoverage implements CoverageProvider {
  readonly #clock = use('clock');
  readonly #settings = use('settings');
  readonly #included: Statement<Included, { userId: string; now: Date }> = use('database')
    .statement(`select own.name, array(select id::text from vip_levels where seq <= own.seq) as "levelIds"
         from vip_members as member join vip_levels as own on own.id = member.level_id
         where member.user_id = :userId and member.deadline >= :now and own.free_learned`);

  /**
   * Returns an entry for each of the goods: the name of the user's level if the level includes the goods, else
   * undefined.
   */
  async covered(userId: string, goods: readonly CoverableGoods[]): Promise<readonly (string | undefined)[]> {
    const none = goods.map(() => undefined);
    if (goods.every(({ vipLevelId }) => vipLevelId === '0')) return none;
    if (!(await this.#settings.get(vipSection)).enabled) return none;
    const included = await this.#included.first({ userId, now: this.#clock.now() });
    if (!included) return none;
    const ids = new Set(included.levelIds);
    return goods.map(({ vipLevelId }) => (ids.has(vipLevelId) ? included.name : undefined));
  }
}
