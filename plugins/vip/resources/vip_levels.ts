import { fails, listOf, open, resource, returns, use } from 'lectern';
import type { OpenCall } from 'lectern';
import { failures } from '../failures.ts';
import type { Levels } from '../services/levels.ts';
import { vipLevel } from '../shapes/vip_level.ts';

/** Membership levels, readable by anyone (specification, section 4, Membership plugin). */
@resource('/plugins/vip/vip_levels', { item: 'levelId' })
export default class VipLevels {
  constructor(@use('vipLevels') protected readonly levels: Levels) {}

  /** One level. @throws failures.levelNotFound */
  @open
  @fails(failures.levelNotFound)
  @returns(vipLevel, 'public')
  get({ params }: OpenCall<{ levelId: string }>) {
    return this.levels.get(params.levelId);
  }

  /** The enabled levels, lowest first. */
  @open
  @returns(listOf(vipLevel), 'public')
  search() {
    return this.levels.listEnabled();
  }
}
