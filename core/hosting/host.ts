import { ConnectionAdmission } from './server/connection_admission.ts';
import { createMeters } from './telemetry/meters.ts';
import { createLogger, requestLines, type LogTerms } from './telemetry/log/log.ts';
import type { LogDestination } from './telemetry/log/log_output.ts';
import { createMetrics } from './telemetry/metrics.ts';
import { ModuleUsages } from './telemetry/module_usage.ts';
import { StartReport } from './telemetry/start_report.ts';

/** Parts of the process that a kernel hands over to the kernel that replaces it. */
export class Host {
  readonly logger;
  /** Destination of the log line of each request; undefined if the log level excludes such lines. */
  readonly requestLog;
  readonly meters;
  readonly metrics;
  readonly usages;
  readonly admission;
  readonly report;
  /** Objects of modules that the next kernel takes over, by name, such as the open database. */
  readonly shared = new Map<string, unknown>();

  constructor(log: LogTerms, logTo: LogDestination | undefined) {
    this.logger = createLogger(log, logTo);
    this.requestLog = requestLines(log, logTo);
    this.meters = createMeters(this.logger);
    this.metrics = createMetrics(this.meters);
    this.usages = new ModuleUsages(this.meters);
    const { meters, logger, metrics, requestLog: requests } = this;
    this.admission = new ConnectionAdmission({ meters, logger, metrics, requests });
    this.report = new StartReport(this.logger);
  }
}
