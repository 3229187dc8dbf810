import type { Router } from 'express';
import type { FailedPlugin } from '../../kernel/modules/failed_plugins.ts';
import { RETRY_AFTER_SECONDS } from '../../kernel/http/error_answer.ts';
import { publicReason } from './public_reason.ts';
import type { ServiceChecks } from './service_checks.ts';

/** State of the kernel that the health pages show. */
export interface Health {
  isReady(): boolean;
  readonly services: ServiceChecks;
  /** Root path of the installation; removed from reasons, because the pages are public. */
  readonly root: string;
  readonly setAside: readonly FailedPlugin[];
  readonly disabled: { readonly plugins: readonly string[] };
  /** Names of the modules whose circuit breaker is open, so that their operations are rejected. */
  readonly cutOff: () => readonly string[];
}

interface ModuleName {
  readonly name: string;
  readonly layer: string;
}

/** `/healthz`: the process is alive. `/readyz`: it can serve, with the state of each plugin. */
export function mountHealth(router: Router, health: Health, modules: readonly ModuleName[]): void {
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const unwell = health.isReady() ? await health.services.check() : [];
    const isReady = health.isReady() && unwell.length === 0;
    if (!isReady) response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
    const status = isReady ? 'ready' : 'unavailable';
    const remarks = [...unwell, ...health.services.remarks()];
    response
      .status(isReady ? 200 : 503)
      .json({ status, plugins: pluginStates(health, modules), ...(remarks.length > 0 && { remarks }) });
  });
}

function pluginStates({ root, setAside, disabled, cutOff }: Health, modules: readonly ModuleName[]) {
  const out = cutOff();
  const reason = 'its operations kept failing; the log says why';
  const stateOf = ({ name }: ModuleName) =>
    out.includes(name) ? { name, state: 'out of service', reason } : { name, state: 'running' };
  // Custom is not a plugin, but operators look here for its breaker.
  const running = modules.filter(({ layer, name }) => layer === 'plugins' || out.includes(name)).map(stateOf);
  const aside = setAside.map(({ module, reason }) => ({
    name: module,
    state: 'set aside',
    reason: publicReason(reason, root),
  }));
  const off = disabled.plugins.map((name) => ({ name, state: 'disabled' }));
  return [...running, ...aside, ...off];
}
