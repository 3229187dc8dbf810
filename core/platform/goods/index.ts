export { expiryFields, firstStatus, flag, goodsFields, membership, nextStatus, place, priceFields } from './inputs.ts';
export { managedResource } from './managed_resource.ts';
export { memberResource } from './member_resource.ts';
export { expiryColumns, forever, type Expiry, wrongField } from './services/expiry.ts';
export type { GoodsQuery, Revised, TypedGoodsQuery, Visible } from './services/goods_query.ts';
export {
  GoodsEditing,
  type EditedGoods,
  type GoodsRow,
  recommendationColumns,
  priceColumns,
} from './services/goods_editing.ts';
export { secondsOf, statusesOf } from './services/goods_statements.ts';
export { GoodsReader } from './services/goods_reader.ts';
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
