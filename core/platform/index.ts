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
import type {} from './accounts/services.ts';
import type {} from './api_access/services.ts';
import type {} from './articles/services.ts';
import type {} from './coupons/services.ts';
import type {} from './exercises/services.ts';
import type {} from './enrolments/services.ts';
import type {} from './ledger/services.ts';
import type {} from './verification/services.ts';
