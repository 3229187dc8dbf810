import { asClass, asValue, contributes } from 'lectern';
import { Calendar } from './services/calendar.ts';
import { LevelEditing } from './services/level_editing.ts';
import { Levels } from './services/levels.ts';
import { Members } from './services/members.ts';
import { VipGoods } from './services/vip_goods.ts';
import { vipSection } from './settings_section.ts';

declare module 'lectern' {
  interface Services {
    vipCalendar: Calendar;
    vipGoods: VipGoods;
    vipLevelEditing: LevelEditing;
    vipLevels: Levels;
    vipMembers: Members;
  }
}

export default {
  vipCalendar: asClass(Calendar),
  vipGoods: asClass(VipGoods),
  vipLevelEditing: asClass(LevelEditing),
  vipLevels: asClass(Levels),
  // Also tells the module of the users who is a member.
  vipMembers: contributes('memberships', asClass(Members)),
  vipSection: contributes('settingsSections', asValue(vipSection)),
};
