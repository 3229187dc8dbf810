import { use } from 'lectern';

/** Goods that a membership may include, so that its members join the goods without a purchase. */
export interface CoverableGoods {
  readonly targetType: string;
  readonly targetId: string;
  /** Id of the membership level that includes the goods; "0" for none. */
  readonly vipLevelId: string;
}

/**
 * Decides which goods a user may join without a purchase, for example because a membership includes them. Modules
 * contribute providers to the extension point `coverages`.
 *
 * @example
 * class StaffCoverage implements CoverageProvider {
 *   async covered(userId: string, goods: readonly CoverableGoods[]) {
 *     const isStaff = await this.staff.has(userId);
 *     return goods.map(() => (isStaff ? 'Staff' : undefined));
 *   }
 * }
 * export default { staffCoverage: contributes('coverages', StaffCoverage) };
 */
export interface CoverageProvider {
  /**
   * Returns an entry for each of the goods: the name of the membership that currently includes the goods, otherwise
   * undefined. Clients show the name to users.
   */
  covered(userId: string, goods: readonly CoverableGoods[]): Promise<readonly (string | undefined)[]>;
}

/**
 * Asks the coverage providers of all modules.
 *
 * @example
 * const [cover] = await coverages.covered(user.id, [{ targetType: 'course', targetId, vipLevelId }]);
 */
export class Coverages {
  readonly #contributions = use('contributions');

  /**
   * Returns an entry for each of the goods: the name from the first provider that covers the goods, otherwise
   * undefined.
   */
  async covered(userId: string, goods: readonly CoverableGoods[]): Promise<readonly (string | undefined)[]> {
    if (goods.length === 0) return [];
    const providers = this.#contributions.of('coverages');
    const answers = await Promise.all(providers.map((provider) => provider.covered(userId, goods)));
    return goods.map((_, index) => answers.map((names) => names[index]).find((name) => name !== undefined));
  }
}
