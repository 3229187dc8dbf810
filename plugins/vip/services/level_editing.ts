import { use } from 'lectern';
import { Records } from 'lectern/core';
import { failures } from '../failures.ts';
import type { LevelChange, NewLevel } from '../inputs.ts';
import { vipLevel } from '../shapes/vip_level.ts';
import { VipGoods } from './vip_goods.ts';

/** A level, and the revisions of it that the client has seen. */
interface LevelOfRequest {
  readonly id: string;
  readonly seen: readonly string[] | undefined;
}

/** Creates, changes and removes membership levels, for managers. */
export class LevelEditing {
  readonly #database = use('database');
  readonly #goods = use(VipGoods);
  readonly #levels = new Records(vipLevel, {
    table: 'vip_levels',
    computed: ['monthPriceConvert', 'yearPriceConvert'],
    missing: failures.levelNotFound,
    revised: true,
  });

  /** @returns the id of the level */
  async add(input: NewLevel): Promise<string> {
    return (await this.#levels.add(input)).id;
  }

  /**
   * Changes the given fields; existing memberships do not change. @throws failures.levelNotFound, preconditionFailed
   */
  async update({ id, seen }: LevelOfRequest, input: LevelChange): Promise<void> {
    await this.#levels.change({ id }, input, seen);
  }

  /**
   * Removes a level that has no goods and never had members.
   * @throws failures.levelNotFound, failures.levelInUse, preconditionFailed
   */
  async remove({ id, seen }: LevelOfRequest): Promise<{ success: true }> {
    return this.#database.transaction(async () => {
      // Locks the level before its uses are counted.
      await this.#levels.change({ id }, {}, seen);
      if (await this.#isInUse(id)) throw failures.levelInUse();
      return this.#levels.remove({ id });
    });
  }

  async #isInUse(id: string): Promise<boolean> {
    const member = await this.#database.table('vip_members').where('level_id', id).first('user_id');
    const bought = await this.#database.table('vip_member_history').where('level_id', id).first('user_id');
    return Boolean(member ?? bought) || this.#goods.exist(id);
  }
}
