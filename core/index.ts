/**
 * The entry point `lectern/core`: types, failures, shapes and functions of core for plugins and for `custom`. The
 * interface `Services` of `lectern` lists the services.
 */
export { article } from './platform/articles/index.ts';
export { recordsItself } from './infrastructure/audit/index.ts';
export type { CommandContext } from './cli/context.ts';
export {
  classroom,
  course,
  courseSet,
  listFilters,
  visibleTo,
  type ClassroomQuery,
  type CourseQuery,
  type CourseSetQuery,
} from './platform/courses/index.ts';
export {
  Database,
  ListOrder,
  Pages,
  Records,
  RowsById,
  gramsOf,
  insertDemoRows,
  keysetPaging,
  listInputsOf,
  together,
  type ReadCall,
  type RecordOf,
  type Statement,
} from './infrastructure/database/index.ts';
export type { CoverableGoods, CoverageProvider } from './platform/enrolments/index.ts';
export { itemBankExercise } from './platform/exercises/index.ts';
export { htmlText } from './infrastructure/html/index.ts';
export type { Job } from './infrastructure/jobs/index.ts';
export { refusal, type Counter } from './infrastructure/limits/index.ts';
export {
  deliverySubscriber,
  orderFailures,
  type Delivery,
  type Offer,
  type Order,
  type Product,
  type ProductRequest,
} from './platform/orders/index.ts';
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
} from './platform/payments/index.ts';
export { coin, payment, section, setting, type SectionValues } from './infrastructure/settings/index.ts';
export { ProviderAway, askProvider, askServer, type LoginProvider } from './platform/social_login/index.ts';
export { accountOf, done, type Memberships } from './platform/users/index.ts';
import type {} from './platform/accounts/services.ts';
import type {} from './platform/api_access/services.ts';
import type {} from './platform/articles/services.ts';
import type {} from './platform/coupons/services.ts';
import type {} from './infrastructure/events/services.ts';
import type {} from './platform/exercises/services.ts';
import type {} from './platform/enrolments/services.ts';
import type {} from './infrastructure/files/services.ts';
import type {} from './infrastructure/idempotency/services.ts';
import type {} from './platform/ledger/services.ts';
import type {} from './infrastructure/mail/services.ts';
import type {} from './platform/verification/services.ts';
