import {
  asFunction,
  asValue,
  contributes,
  extendShape,
  field,
  type OpenCall,
  type Services as All,
  type WholeNumber,
} from 'lectern';
import { classroom, course } from 'lectern/core';
import { publicMembershipEvents } from './public_events.ts';
import { Calendar } from './services/calendar.ts';
import { Deliveries } from './services/deliveries.ts';
import { goodsLevel } from './services/goods_levels.ts';
import { LevelEditing } from './services/level_editing.ts';
import { Levels } from './services/levels.ts';
import { Members } from './services/members.ts';
import { VipCoverage } from './services/vip_coverage.ts';
import { VipProduct } from './services/vip_product.ts';
import { vipSection } from './settings_section.ts';

/** Page of the console; unused without the console. */
const consolePage = {
  name: 'vip',
  title: { en: 'Memberships', zh: '会员' },
  requires: 'admin_vip',
  element: 'vip-memberships',
  script: 'console.js',
};

/** Payload of the events about new, extended and upgraded memberships. */
interface VipEvent {
  userId: string;
  levelId: string;
  /** Last moment of the membership, in ISO 8601. */
  deadline: string;
  /** Number of the paid order; null for a grant or an extension by a manager. */
  orderSn: string | null;
}

declare module 'lectern' {
  interface Services {
    vipCalendar: Calendar;
    vipDeliveries: Deliveries;
    vipCoverage: VipCoverage;
    vipLevelEditing: LevelEditing;
    vipLevels: Levels;
    vipMembers: Members;
    vipProduct: VipProduct;
  }

  interface Events {
    'vip.new': VipEvent;
    'vip.renew': VipEvent;
    'vip.upgrade': VipEvent;
  }
}

/** Field with the name of the level that includes goods, for requests that name the field in `fields`. */
const levelName = ({ vipLevels }: All) => ({
  onRequest: true,
  fields: {
    vipLevelName: field.nullable(field.text('Name of the membership level that includes the goods; null for none.')),
  },
  resolve: async (goods: readonly { vipLevelId: WholeNumber }[], call: OpenCall) => {
    const names = await vipLevels.namesOf(
      goods.map(({ vipLevelId }) => String(vipLevelId)),
      call,
    );
    return names.map((vipLevelName) => ({ vipLevelName }));
  },
});

export default {
  vipCalendar: Calendar,
  // Contributes to `consolePages`, so that the console shows levels and members.
  vipConsolePage: contributes('consolePages', asValue(consolePage)),
  vipDeliveries: Deliveries,
  // Contributes to `coverages`, so that members join included goods without a purchase.
  vipCoverage: contributes('coverages', VipCoverage),
  // Contributes to `operationHooks`, so that goods name a level that exists.
  vipLevelOfNewCourse: contributes('operationHooks', asFunction(goodsLevel('/courses'))),
  vipLevelOfCourse: contributes('operationHooks', asFunction(goodsLevel('/courses/{id}'))),
  vipLevelOfNewClassroom: contributes('operationHooks', asFunction(goodsLevel('/classrooms'))),
  vipLevelOfClassroom: contributes('operationHooks', asFunction(goodsLevel('/classrooms/{id}'))),
  // Adds a field to courses and classrooms, for requests that name the field in `fields`.
  vipLevelNameOfCourses: extendShape(course, 'public', levelName),
  vipLevelNameOfClassrooms: extendShape(classroom, 'public', levelName),
  vipLevelEditing: LevelEditing,
  vipLevels: Levels,
  // Contributes to `memberships`, so that the users module can show memberships.
  vipMembers: contributes('memberships', Members),
  // Contributes to `publicEvents`, so that webhooks can tell of memberships.
  vipPublicEvents: contributes('publicEvents', asFunction(publicMembershipEvents)),
  // Contributes to `products`, so that orders can sell memberships.
  vipProduct: contributes('products', VipProduct),
  vipSection: contributes('settingsSections', asValue(vipSection)),
};
