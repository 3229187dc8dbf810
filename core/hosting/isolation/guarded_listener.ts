import type { Logger } from '../../kernel/base/logger.ts';
import type { ChangeListener } from '../../kernel/declare/services.ts';
import type { NotifyListener } from '../../kernel/extensions/guards.ts';
import type { LoadedModule } from '../../kernel/modules/load_module.ts';
import { runBeside } from './part_failures.ts';

/** Creates the notification of a listener. Its failure is only logged, because the operation has already ended. */
export function guardListener(
  listener: ChangeListener,
  owner: LoadedModule,
  logger: Pick<Logger, 'error'>,
): NotifyListener {
  const { layer, name: module, servicesFile: file } = owner;
  const part = { layer, name: module, file, what: `changed() of a change listener of module ${module}` };
  const problem = `a change listener of module '${module}' failed; the operation and its answer are not affected`;
  const failed = (err: unknown) => logger.error({ module, err }, problem);
  return (request, user) => runBeside({ request, part, method: 'changed', run: () => listener.changed(user), failed });
}
