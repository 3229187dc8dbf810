import { cached, accepts, fails, open, pagedListOf, resource, returns, use, summary } from 'lectern';
import type { InputOf, OpenCall } from 'lectern';
import { course, courseConditions } from 'lectern/core';
import { levelCondition, managesLevels } from '../conditions.ts';
import { failures } from '../failures.ts';
import type { VipGoods } from '../services/vip_goods.ts';

const conditions = { ...levelCondition, ...courseConditions };

/** Courses that come with a membership (specification, section 4, Membership plugin). */
@resource('/plugins/vip/vip_courses')
export default class VipCourses {
  constructor(@use('vipGoods') protected readonly goods: VipGoods) {}

  /** @throws failures.levelNotFound */
  @summary('List courses of members, newest first by default. Published ones only.')
  @open
  @cached(10)
  @accepts(conditions)
  @fails(failures.levelNotFound)
  @returns(pagedListOf(course), 'public')
  search(call: OpenCall<object, InputOf<typeof conditions>>) {
    const { input, user } = call;
    return this.goods.courses({ ...input, status: 'published', manages: managesLevels(user) }, call);
  }
}
