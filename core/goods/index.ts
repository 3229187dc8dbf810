export {
  expiryFields,
  firstStatus,
  flag,
  goodsFields,
  memberChange,
  membership,
  newMember,
  nextStatus,
  place,
  priceFields,
  type MemberChange,
  type NewMember,
} from './inputs.ts';
export { expiryColumns, forever, type Expiry } from './services/expiry.ts';
export { goodsOrders } from './services/goods_orders.ts';
export { GoodsRows, type EditedGoods, type GoodsRow } from './services/goods_rows.ts';
export type { GoodsQuery, Revised, TypedGoodsQuery, Visible } from './services/goods_query.ts';
export { secondsOf, statusesOf } from './services/goods_statements.ts';
export { GoodsTable } from './services/goods_table.ts';
export { MemberEditing } from './services/member_editing.ts';
export type { MemberKind } from './services/member_kind.ts';
export { Members } from './services/members.ts';
export { priceColumns } from './services/price.ts';
export { recommendationColumns } from './services/recommendation.ts';
export { wrongField } from './services/wrong_field.ts';
export {
  accesses,
  expiryModes,
  goodsStates,
  memberRoles,
  type Access,
  type GoodsStatus,
  type MemberRole,
} from './enums.ts';
