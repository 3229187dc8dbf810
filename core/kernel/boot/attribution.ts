import type { Logger } from '../log.ts';
import type { LoadedModule } from './load_module.ts';

/**
 * Keeps the process alive when a promise that nobody awaits is rejected, and names the module whose code it came from.
 * @returns a function that lets go again
 */
export function attributeRejections(modules: readonly LoadedModule[], logger: Logger): () => void {
  const listener = (reason: unknown) => {
    const stack = reason instanceof Error ? (reason.stack ?? '') : '';
    const module = modules.find(({ layer, name }) =>
      stack.includes(layer === 'custom' ? '/custom/' : `/${layer}/${name}/`),
    );
    const err = reason instanceof Error ? reason : new Error(String(reason));
    logger.error({ module: module?.name ?? 'unknown', err }, 'a rejected promise was not handled');
  };
  process.on('unhandledRejection', listener);
  return () => {
    process.off('unhandledRejection', listener);
  };
}
