import { use, type Picture } from 'lectern';
import { together } from '../../../infrastructure/database/index.ts';
import { orderFailures, type Offer, type Product, type ProductRequest } from '../../orders/index.ts';
import type { JoinableGoods } from './enrolments.ts';
import type { Members } from '../../goods/index.ts';

/** Properties of goods that an offer needs. */
export interface GoodsForSale extends JoinableGoods {
  readonly title: string;
  readonly cover: Picture | null;
  /** Percentage of the price that coins may pay. */
  readonly maxRate: number;
}

/** Members of the goods of one kind, and the goods for sale. */
interface SoldKind {
  readonly members: Pick<Members<string>, 'standing'>;
  /** Returns published goods. @throws a failure 404 for missing and unpublished goods */
  readonly published: (id: string) => Promise<GoodsForSale>;
}

const LOCKED_OUT = 'A manager has locked you out of this %s; ask a manager to admit you again before you buy it.';

/** Sells goods with members, such as courses. Buyers become members; bought and granted members cannot buy again. */
export class MembershipProduct implements Product {
  readonly #clock = use('clock');
  readonly #coverages = use('coverages');

  constructor(
    readonly targetType: string,
    private readonly goods: SoldKind,
  ) {}

  /**
   * @throws orderFailures.notForSale for members whose access was bought or granted or who are locked out, and for goods
   * that nobody can join
   * @throws a failure 404 for missing and unpublished goods
   */
  async offer({ userId, targetId }: ProductRequest): Promise<Offer> {
    const { members, published } = this.goods;
    const [goods, member] = await together([published(targetId), members.standing(targetId, userId)]);
    const { title, cover, price, maxRate, joinEnable = true, expiryEndDate = '0' } = goods;
    if (member?.locked) throw this.#notForSale(LOCKED_OUT);
    if (member?.access === 'bought' || member?.access === 'granted')
      throw this.#notForSale('You are a member of this %s already.');
    if (!joinEnable)
      throw this.#notForSale('Joining this %s is disabled, so it cannot be bought; ask a manager to add you.');
    if (Number(expiryEndDate) !== 0 && Number(expiryEndDate) * 1000 <= this.#clock.now().getTime()) {
      throw this.#notForSale('The validity of this %s has ended; nobody can buy it.');
    }
    return { title, cover, price: Number(price), maxRate, once: true };
  }

  async coveredBy({ userId, targetId }: ProductRequest): Promise<string | undefined> {
    const { vipLevelId = 0 } = await this.goods.published(targetId);
    const goods = { targetType: this.targetType, targetId, vipLevelId: String(vipLevelId) };
    return (await this.#coverages.covered(userId, [goods]))[0];
  }

  #notForSale(message: string) {
    return orderFailures.notForSale({ message: message.replace('%s', this.targetType.replaceAll('_', ' ')) });
  }
}
