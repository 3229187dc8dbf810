import { cached, accepts, fails, open, pageOf, resource, returns, use, summary, type OpenCall } from 'lectern';
import { courseSet, listFilters, visibleTo } from 'lectern/core';
import { levelFilter, managesLevels } from '../filters.ts';
import { failures } from '../failures.ts';
import { VipGoods } from '../services/vip_goods.ts';

const conditions = { ...levelFilter, ...listFilters.courseSets };

/** Course sets that come with a membership (specification, section 4, Membership plugin). */
@resource('/plugins/vip/vip_course_sets')
export default class VipCourseSets {
  protected readonly goods = use(VipGoods);

  @summary('List course sets of members. Published ones; managers of courses get every status.')
  @open
  @cached(10)
  @accepts(conditions)
  @fails(failures.levelNotFound)
  @returns(pageOf(courseSet), 'public')
  search(call: OpenCall<object, typeof conditions>) {
    const { input, user } = call;
    return this.goods.courseSets(
      { ...input, status: visibleTo(user, 'admin_course'), manages: managesLevels(user) },
      call,
    );
  }
}
