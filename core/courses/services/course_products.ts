import type { Picture, Services, WholeNumber } from 'lectern';
import { together } from '../../database/index.ts';
import { orderFailures, type Offer, type Product, type ProductRequest } from '../../orders/index.ts';
import type { Members } from '../../goods/index.ts';

/** Properties of a course or a classroom that an offer needs. */
interface ForSale {
  readonly title: string;
  readonly cover: Picture | null;
  readonly price: WholeNumber;
  readonly maxRate: number;
  /** End of every membership, in unix seconds; "0" for no end. */
  readonly expiryEndDate?: WholeNumber;
}

/** Goods that make the buyer a member; a member cannot buy them again. */
abstract class MembershipProduct implements Product {
  abstract readonly targetType: string;
  readonly #clock: Services['clock'];
  readonly #members: Pick<Members<string>, 'has'>;

  constructor(clock: Services['clock'], members: Pick<Members<string>, 'has'>) {
    this.#clock = clock;
    this.#members = members;
  }

  /** @throws courseNotFound or classroomNotFound, orderFailures.notForSale */
  async offer({ userId, targetId }: ProductRequest): Promise<Offer> {
    const [goods, isMember] = await together([this.published(targetId), this.#members.has(targetId, userId)]);
    const { title, cover, price, maxRate, expiryEndDate = '0' } = goods;
    if (isMember) {
      throw orderFailures.notForSale({ message: `You take part in this ${this.targetType} already.` });
    }
    if (Number(expiryEndDate) !== 0 && Number(expiryEndDate) * 1000 <= this.#clock.now().getTime()) {
      throw orderFailures.notForSale({ message: `This ${this.targetType} is over.` });
    }
    return { title, cover, price: Number(price), maxRate, once: true };
  }

  protected abstract published(id: string): Promise<ForSale>;
}

/** Courses as products. */
export class CourseProduct extends MembershipProduct {
  readonly targetType = 'course';
  readonly #courses: Services['courses'];

  constructor({ clock, courseMembers, courses }: Pick<Services, 'clock' | 'courseMembers' | 'courses'>) {
    super(clock, courseMembers);
    this.#courses = courses;
  }

  protected published(id: string): Promise<ForSale> {
    return this.#courses.get(id, { status: 'published' });
  }
}

/** Classrooms as products. */
export class ClassroomProduct extends MembershipProduct {
  readonly targetType = 'classroom';
  readonly #classrooms: Services['classrooms'];

  constructor({ clock, classroomMembers, classrooms }: Pick<Services, 'clock' | 'classroomMembers' | 'classrooms'>) {
    super(clock, classroomMembers);
    this.#classrooms = classrooms;
  }

  protected published(id: string): Promise<ForSale> {
    return this.#classrooms.get(id, { status: 'published' });
  }
}
