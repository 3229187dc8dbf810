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
export { managedResource } from './managed_resource.ts';
export { expiryColumns, forever, type Expiry, wrongField } from './services/expiry.ts';
export {
  goodsOrders,
  type GoodsQuery,
  type Revised,
  type TypedGoodsQuery,
  type Visible,
} from './services/goods_query.ts';
export {
  GoodsEditing,
  type EditedGoods,
  type GoodsRow,
  recommendationColumns,
  priceColumns,
} from './services/goods_editing.ts';
export { secondsOf, statusesOf } from './services/goods_statements.ts';
export { GoodsTable } from './services/goods_table.ts';
export { MemberEditing } from './services/member_editing.ts';
export type { MemberKind } from './services/member_kind.ts';
export { Members } from './services/members.ts';
export {
  accesses,
  expiryModes,
  goodsStates,
  memberRoles,
  type Access,
  type GoodsStatus,
  type MemberRole,
} from './enums.ts';
