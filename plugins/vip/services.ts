import { asClass, asValue, contributes } from 'lectern';
import { Calendar } from './services/calendar.ts';
import { Deliveries } from './services/deliveries.ts';
import { LevelEditing } from './services/level_editing.ts';
import { Levels } from './services/levels.ts';
import { MemberHistory } from './services/member_history.ts';
import { Members } from './services/members.ts';
import { VipGoods } from './services/vip_goods.ts';
import { VipProduct } from './services/vip_product.ts';
import { vipSection } from './settings_section.ts';

/** Payload of the events about bought memberships. */
interface VipEvent {
  userId: string;
  levelId: string;
  /** The last moment of the membership, in ISO 8601. */
  deadline: string;
  orderSn: string;
}

declare module 'lectern' {
  interface Services {
    vipCalendar: Calendar;
    vipDeliveries: Deliveries;
    vipGoods: VipGoods;
    vipLevelEditing: LevelEditing;
    vipLevels: Levels;
    vipMemberHistory: MemberHistory;
    vipMembers: Members;
    vipProduct: VipProduct;
  }

  interface Events {
    'vip.new': VipEvent;
    'vip.renew': VipEvent;
    'vip.upgrade': VipEvent;
  }
}

export default {
  vipCalendar: asClass(Calendar),
  vipDeliveries: asClass(Deliveries),
  vipGoods: asClass(VipGoods),
  vipLevelEditing: asClass(LevelEditing),
  vipLevels: asClass(Levels),
  vipMemberHistory: asClass(MemberHistory),
  // Also provides memberships to the module of the users.
  vipMembers: contributes('memberships', asClass(Members)),
  // Sells memberships through orders.
  vipProduct: contributes('products', asClass(VipProduct)),
  vipSection: contributes('settingsSections', asValue(vipSection)),
};
