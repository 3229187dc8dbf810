import module from 'node:module';

/**
 * Lets Node load TypeScript and `lectern` from now on.
 * @param {Parameters<typeof import('./hook.mjs').initialize>[0]} data
 */
export async function installHook(data) {
  // Node 20 has no `registerHooks`, and neither have its types.
  const { registerHooks } = /** @type {{ registerHooks?: (hooks: object) => void }} */ (
    /** @type {unknown} */ (module)
  );
  if (!registerHooks) return module.register('./hook.mjs', import.meta.url, { data });
  const { initialize, resolve, load } = await import('./hook.mjs');
  initialize(data);
  registerHooks({ resolve, load });
}
