export type { AuditTrail } from './services/audit_trail.ts';
export { recordsItself } from './records_itself.ts';
