import module from 'node:module';

/**
 * Installs the loader hook for TypeScript and `lectern`.
 * @param {Parameters<typeof import('./hook.mjs').initialize>[0]} data
 */
export async function installHook(data) {
  // Node before 22.15, and the types of Node 20, have no `registerHooks`.
  const { registerHooks } = /** @type {{ registerHooks?: (hooks: object) => void }} */ (
    /** @type {unknown} */ (module)
  );
  if (!registerHooks) return module.register('./hook.mjs', import.meta.url, { data });
  const { initialize, resolve, load } = await import('./hook.mjs');
  initialize(data);
  registerHooks({ resolve, load });
}
