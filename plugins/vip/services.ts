import { asClass, asValue, contributes } from 'lectern';
import { Calendar } from './services/calendar.ts';
import { Deliveries } from './services/deliveries.ts';
import { LevelEditing } from './services/level_editing.ts';
import { Levels } from './services/levels.ts';
import { MemberHistory } from './services/member_history.ts';
import { Members } from './services/members.ts';
import { VipCoverage } from './services/vip_coverage.ts';
import { MembershipEditing } from './services/membership_editing.ts';
import { MembershipRecords } from './services/membership_records.ts';
import { VipGoods } from './services/vip_goods.ts';
import { VipProduct } from './services/vip_product.ts';
import { vipSection } from './settings_section.ts';

/** Payload of the events about new and extended memberships. */
interface VipEvent {
  userId: string;
  levelId: string;
  /** Last moment of the membership, in ISO 8601. */
  deadline: string;
  /** Number of the order that paid; null for a grant or an extension by a manager. */
  orderSn: string | null;
}

declare module 'lectern' {
  interface Services {
    vipCalendar: Calendar;
    vipDeliveries: Deliveries;
    vipCoverage: VipCoverage;
    vipGoods: VipGoods;
    vipLevelEditing: LevelEditing;
    vipLevels: Levels;
    vipMemberHistory: MemberHistory;
    vipMembers: Members;
    vipMembershipEditing: MembershipEditing;
    vipMembershipRecords: MembershipRecords;
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
  // Contributes to `coverages`, so that members join included goods without a purchase.
  vipCoverage: contributes('coverages', asClass(VipCoverage)),
  vipGoods: asClass(VipGoods),
  vipLevelEditing: asClass(LevelEditing),
  vipLevels: asClass(Levels),
  vipMemberHistory: asClass(MemberHistory),
  // Contributes to `memberships`, so that the users module can show memberships.
  vipMembers: contributes('memberships', asClass(Members)),
  vipMembershipEditing: asClass(MembershipEditing),
  vipMembershipRecords: asClass(MembershipRecords),
  // Contributes to `products`, so that orders can sell memberships.
  vipProduct: contributes('products', asClass(VipProduct)),
  vipSection: contributes('settingsSections', asValue(vipSection)),
};
