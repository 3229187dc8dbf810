import type { Logger } from '../../kernel/base/logger.ts';
import { isInstance } from '../../kernel/base/thrown.ts';
import type { StartRemark } from '../../kernel/routes/route.ts';
import type { FailedPlugin } from '../../kernel/modules/failed_plugins.ts';

interface Reported {
  readonly failedPlugins: readonly FailedPlugin[];
  readonly remarks: readonly StartRemark[];
}

/** Logs failed plugins and remarks of a start; of a kernel that replaces another one, only new ones. */
export class StartReport {
  #last: ReadonlySet<string> = new Set();

  constructor(private readonly logger: Pick<Logger, 'error' | 'warn'>) {}

  log({ failedPlugins, remarks }: Reported): void {
    for (const { module, reason, fault } of failedPlugins)
      if (!this.#last.has(reason)) this.logger.error({ module, ...causeOf(fault) }, `set aside: ${reason}`);
    for (const { file, message } of remarks) if (!this.#last.has(message)) this.logger.warn({ file }, message);
    this.#last = new Set([...failedPlugins.map(({ reason }) => reason), ...remarks.map(({ message }) => message)]);
  }
}

/** Cause of a fault as a field of the log line: its stack names files of the plugin. */
function causeOf({ cause }: Error): { err: Error } | undefined {
  return isInstance(cause, Error) ? { err: cause } : undefined;
}
