import { use } from 'lectern';
import { columnsOf, insertRow, revise, type RevisionTarget } from 'lectern/core';
import { failures } from '../failures.ts';
import type { LevelChange, NewLevel } from '../inputs.ts';

/** Creates, changes and removes membership levels, for managers. */
export class LevelEditing {
  readonly #database = use('database');
  readonly #clock = use('clock');
  readonly #goods = use('vipGoods');

  /** @returns the id of the level */
  add(input: NewLevel): Promise<string> {
    return insertRow(this.#database, 'vip_levels', { ...columnsOf(input), created_at: this.#clock.now() });
  }

  /**
   * Changes the given fields; existing memberships do not change. @throws failures.levelNotFound, preconditionFailed
   */
  async update({ id, seen }: RevisionTarget, input: LevelChange): Promise<void> {
    const change = columnsOf(input);
    if (!(await revise(this.#database, { table: 'vip_levels', id, seen, change }))) throw failures.levelNotFound();
  }

  /**
   * Removes a level that has no goods and never had members.
   * @throws failures.levelNotFound, failures.levelInUse, preconditionFailed
   */
  async remove({ id, seen }: RevisionTarget): Promise<void> {
    await this.#database.transaction(async () => {
      if (!(await revise(this.#database, { table: 'vip_levels', id, seen, change: {} })))
        throw failures.levelNotFound();
      if (await this.#isInUse(id)) throw failures.levelInUse();
      await this.#database.table('vip_levels').where({ id }).delete();
    });
  }

  async #isInUse(id: string): Promise<boolean> {
    const member = await this.#database.table('vip_members').where('level_id', id).first('user_id');
    const bought = await this.#database.table('vip_member_history').where('level_id', id).first('user_id');
    return Boolean(member ?? bought) || this.#goods.exist(id);
  }
}
