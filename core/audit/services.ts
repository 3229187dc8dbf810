import { contributes } from 'lectern';
import type { AuditConfig } from './config.ts';
import { AdminLogs } from './services/admin_logs.ts';
import { AuditTrail } from './services/audit_trail.ts';
import { AuditErasure } from './services/audit_erasure.ts';
import { CleanAdminLogs } from './services/clean_admin_logs.ts';

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
  cleanAdminLogs: contributes('jobs', CleanAdminLogs),
};
