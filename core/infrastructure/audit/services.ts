import { contributes } from 'lectern';
import { deletesAgedRows } from '../jobs/index.ts';
import { AdminLogs } from './services/admin_logs.ts';
import { AuditTrail } from './services/audit_trail.ts';
import { AuditErasure } from './services/audit_erasure.ts';

/** Section `modules.audit` of the configuration; `module.json` holds the schema and the defaults. */
interface AuditConfig {
  readonly days: number;
}

declare module 'lectern' {
  interface Services {
    adminLogs: AdminLogs;
    auditConfig: AuditConfig;
    auditErasure: AuditErasure;
    auditTrail: AuditTrail;
  }
}

export default {
  adminLogs: AdminLogs,
  auditErasure: AuditErasure,
  auditTrail: contributes('changeRecorders', AuditTrail),
  /** 0 days keep all entries. */
  cleanAdminLogs: deletesAgedRows('audit.clean', ({ auditConfig: { days } }) =>
    days === 0 ? [] : [{ table: 'admin_logs', column: 'created_at', days }],
  ),
};
