/** The entry point `@lectern/platform`: what the platform offers plugins; `lectern/core` exports the same. */
export { article } from './articles/index.ts';
export {
  classroom,
  course,
  courseSet,
  listFilters,
  visibleTo,
  type ClassroomQuery,
  type CourseQuery,
  type CourseSetQuery,
} from './courses/index.ts';
export type { CoverableGoods, CoverageProvider } from './enrolments/index.ts';
export { itemBankExercise } from './exercises/index.ts';
export {
  deliverySubscriber,
  orderFailures,
  type Delivery,
  type Offer,
  type Order,
  type Product,
  type ProductRequest,
} from './orders/index.ts';
export {
  ForgedNotice,
  GatewayAway,
  GatewayRefusal,
  type BegunPayment,
  type Gateway,
  type Notice,
  type NoticeAnswer,
  type NoticeMessage,
  type PaymentToBegin,
} from './payments/index.ts';
export { ProviderAway, askProvider, askServer, type LoginProvider } from './social_login/index.ts';
export { accountOf, type Memberships } from './users/index.ts';
export type {} from './accounts/services.ts';
export type {} from './api_access/services.ts';
export type {} from './articles/services.ts';
export type {} from './coupons/services.ts';
export type {} from './courses/services.ts';
export type {} from './enrolments/services.ts';
export type {} from './exercises/services.ts';
export type {} from './ledger/services.ts';
export type {} from './orders/services.ts';
export type {} from './payments/services.ts';
export type {} from './social_login/services.ts';
export type {} from './users/services.ts';
export type {} from './verification/services.ts';
export type {} from './webhooks/services.ts';
