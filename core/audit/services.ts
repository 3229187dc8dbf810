import { asClass, contributes } from 'lectern';
import type { AuditConfig } from './config.ts';
import { AdminLogs } from './services/admin_logs.ts';
import { AuditTrail } from './services/audit_trail.ts';
import { CleanAdminLogs } from './services/clean_admin_logs.ts';

declare module 'lectern' {
  interface Services {
    adminLogs: AdminLogs;
    auditConfig: AuditConfig;
    auditTrail: AuditTrail;
  }
}

export default {
  adminLogs: asClass(AdminLogs),
  auditTrail: contributes('changeRecorders', asClass(AuditTrail)),
  cleanAdminLogs: contributes('jobs', asClass(CleanAdminLogs)),
};
