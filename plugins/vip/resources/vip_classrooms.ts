import { cached, accepts, fails, open, pageOf, resource, returns, use, summary, type OpenCall } from 'lectern';
import { classroom, listFilters } from 'lectern/core';
import { levelFilter, managesLevels } from '../filters.ts';
import { failures } from '../failures.ts';
import { VipGoods } from '../services/vip_goods.ts';

const conditions = { ...levelFilter, ...listFilters.classrooms };

/** Classrooms that come with a membership (specification, section 4, Membership plugin). */
@resource('/plugins/vip/vip_classrooms')
export default class VipClassrooms {
  protected readonly goods = use(VipGoods);

  @summary('List classrooms of members, newest first by default. Published ones only.')
  @open
  @cached(10)
  @accepts(conditions)
  @fails(failures.levelNotFound)
  @returns(pageOf(classroom), 'public')
  search(call: OpenCall<object, typeof conditions>) {
    const { input, user } = call;
    return this.goods.classrooms({ ...input, status: 'published', manages: managesLevels(user) }, call);
  }
}
