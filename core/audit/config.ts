/** Section `modules.audit` of the configuration; `module.json` holds the schema and the defaults. */
export interface AuditConfig {
  readonly days: number;
}
