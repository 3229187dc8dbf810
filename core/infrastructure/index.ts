/** The entry point `@lectern/infrastructure`: what infrastructure offers plugins; `lectern/core` exports the same. */
export { recordsItself } from './audit/index.ts';
export {
  Database,
  ListOrder,
  Pages,
  Records,
  RowsById,
  done,
  gramsOf,
  insertDemoRows,
  keysetPaging,
  listInputsOf,
  together,
  type Knex,
  type ReadCall,
  type RecordOf,
  type Statement,
} from './database/index.ts';
export { htmlText } from './html/index.ts';
export type { Job } from './jobs/index.ts';
export { refusal, type Counter } from './limits/index.ts';
export { coin, payment, section, setting, type SectionValues } from './settings/index.ts';
export type {} from './audit/services.ts';
export type {} from './database/services.ts';
export type {} from './events/services.ts';
export type {} from './files/services.ts';
export type {} from './idempotency/services.ts';
export type {} from './jobs/services.ts';
export type {} from './limits/services.ts';
export type {} from './mail/services.ts';
export type {} from './settings/services.ts';
