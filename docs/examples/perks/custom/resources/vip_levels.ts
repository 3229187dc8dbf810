import { field, listOf, resource, returns, shape, use } from 'lectern';
import type { OpenCall } from 'lectern';
import VipLevels from '../../plugins/vip/resources/vip_levels.ts';
import { vipLevel } from '../../plugins/vip/shapes/vip_level.ts';

const levelWithPerks = shape('LevelWithPerks').mode('public', {
  ...vipLevel.modes.public,
  perks: field.list(field.text('A perk.'), 'What members get besides the courses.'),
});

/** The levels, each with its perks. One level is answered by vip, as before. */
@resource('/plugins/vip/vip_levels', { item: 'levelId' })
export default class LevelsWithPerks extends VipLevels {
  protected readonly perks = use('perks');

  /** The enabled levels, lowest first. Access stays vip's; the filter is restated, for it has a field more. */
  @returns(listOf(levelWithPerks), 'public')
  override async search(call: OpenCall) {
    const levels = await super.search(call);
    return levels.map((level) => ({ ...level, perks: this.perks.of(level.name) }));
  }
}
