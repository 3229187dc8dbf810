/**
 * The entry point `lectern/core`: types, failures, shapes and functions of core for plugins and for `custom`. The
 * interface `Services` of `lectern` lists the services.
 */
export { article } from './articles/index.ts';
export { recordsItself } from './audit/index.ts';
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
} from './courses/index.ts';
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
} from './database/index.ts';
export type { CoverableGoods, CoverageProvider } from './enrolments/index.ts';
export { itemBankExercise } from './exercises/index.ts';
export { htmlText } from './html/index.ts';
export type { Job } from './jobs/index.ts';
export { refusal, type Counter } from './limits/index.ts';
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
export { coin, payment, section, setting, type SectionValues } from './settings/index.ts';
export { ProviderAway, askProvider, askServer, type LoginProvider } from './social_login/index.ts';
export { accountOf, done, type Memberships } from './users/index.ts';
import type {} from './accounts/services.ts';
import type {} from './api_access/services.ts';
import type {} from './articles/services.ts';
import type {} from './coupons/services.ts';
import type {} from './events/services.ts';
import type {} from './exercises/services.ts';
import type {} from './enrolments/services.ts';
import type {} from './files/services.ts';
import type {} from './idempotency/services.ts';
import type {} from './ledger/services.ts';
import type {} from './mail/services.ts';
import type {} from './verification/services.ts';
