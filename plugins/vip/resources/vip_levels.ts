import { accepts, cached, creates, fails, listOf, open, resource, returns, revised, use, summary } from 'lectern';
import type { Call, OpenCall } from 'lectern';
import { done } from 'lectern/core';
import { managesLevels } from '../filters.ts';
import { failures } from '../failures.ts';
import { levelChange, newLevel, type LevelChange, type NewLevel } from '../inputs.ts';
import { vipLevel } from '../shapes/vip_level.ts';

/** Membership levels; reading is open to all callers (specification, section 4, Membership plugin). */
@resource('/plugins/vip/vip_levels', { requires: 'admin_vip', missing: failures.levelNotFound, item: 'levelId' })
export default class VipLevels {
  protected readonly levels = use('vipLevels');
  protected readonly editing = use('vipLevelEditing');

  @summary('Get a membership level. Disabled ones are shown to managers of levels only.')
  @open
  @cached(10)
  @returns(vipLevel, 'public')
  async get(call: OpenCall<{ levelId: string }>) {
    const { params, user, reply } = call;
    const level = await this.levels.get(params.levelId, { manages: managesLevels(user) }, call);
    reply.revision(level.revision);
    return level;
  }

  @summary('List enabled membership levels, lowest first')
  @open
  @cached(10)
  @returns(listOf(vipLevel), 'public')
  search(call: OpenCall) {
    return this.levels.listEnabled(call);
  }

  @summary('Create a membership level')
  @accepts(newLevel)
  @creates
  @returns(vipLevel, 'public')
  async add({ input }: Call<object, NewLevel>) {
    return this.levels.get(await this.editing.add(input), { manages: true });
  }

  @summary('Change a membership level. Only the given fields change.')
  @accepts(levelChange)
  @revised
  @returns(vipLevel, 'public')
  async update({ params, request, input }: Call<{ levelId: string }, LevelChange>) {
    await this.editing.update({ id: params.levelId, seen: request.revisions }, input);
    return this.levels.get(params.levelId, { manages: true });
  }

  @summary('Remove a membership level that has no members and no goods')
  @revised
  @fails(failures.levelInUse)
  @returns(done, 'public')
  async remove({ params, request }: Call<{ levelId: string }>) {
    return this.editing.remove({ id: params.levelId, seen: request.revisions });
  }
}
