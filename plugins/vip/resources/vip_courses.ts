import { cached, accepts, fails, open, pagedListOf, resource, returns, use, summary, type OpenCall } from 'lectern';
import { course, listFilters } from 'lectern/core';
import { levelFilter, managesLevels } from '../filters.ts';
import { failures } from '../failures.ts';
import { VipGoods } from '../services/vip_goods.ts';

const conditions = { ...levelFilter, ...listFilters.courses };

/** Courses that come with a membership (specification, section 4, Membership plugin). */
@resource('/plugins/vip/vip_courses')
export default class VipCourses {
  protected readonly goods = use(VipGoods);

  @summary('List courses of members, newest first by default. Published ones only.')
  @open
  @cached(10)
  @accepts(conditions)
  @fails(failures.levelNotFound)
  @returns(pagedListOf(course), 'public')
  search(call: OpenCall<object, typeof conditions>) {
    const { input, user } = call;
    return this.goods.courses({ ...input, status: 'published', manages: managesLevels(user) }, call);
  }
}
