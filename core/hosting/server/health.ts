import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { PageRouter } from '../api/page_router.ts';
import type { FailedPlugin } from '../../kernel/modules/failed_plugins.ts';
import { RETRY_AFTER_SECONDS } from '../../kernel/http/error_answer.ts';
import type { Remark, ServiceChecks } from './service_checks.ts';

/** State of the kernel that the health pages show. */
export interface Health {
  isReady(): boolean;
  readonly services: ServiceChecks;
  /** Root path of the installation; removed from reasons, because the pages are public. */
  readonly root: string;
  readonly failedPlugins: readonly FailedPlugin[];
  readonly disabled: { readonly plugins: readonly string[] };
  /** Names of the plugins without which the process is not ready (`plugins.required`). */
  readonly required: readonly string[];
  /** Names of the modules whose circuit breaker is open, with their last errors. */
  readonly cutOff: () => ReadonlyMap<string, string>;
}

interface ModuleName {
  readonly name: string;
  readonly layer: string;
}

/** Mounts `/healthz`, which always answers 200, and `/readyz`, which answers 503 unless the process can serve. */
export function mountHealth(router: PageRouter, health: Health, modules: readonly ModuleName[]): void {
  router.get('/healthz', (_request, response) => response.json({ status: 'ok' }));
  router.get('/readyz', async (_request, response) => {
    const { status, remarks, ...readiness } = await readinessOf(health, modules);
    const isReady = status === 'ready';
    // The page is public, and errors may contain secrets.
    const plugins = readiness.plugins.map(({ lastError: _lastError, ...plugin }) => plugin);
    if (!isReady) response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
    response.status(isReady ? 200 : 503).json({ status, plugins, ...(remarks.length > 0 && { remarks }) });
  });
}

export interface PluginState {
  readonly name: string;
  readonly state: 'running' | 'out of service' | 'set aside' | 'disabled';
  /** Set for a plugin without which the process is not ready. */
  readonly required?: true;
  /** Reason of a state other than `running` and `disabled`, without paths of this machine. */
  readonly reason?: string;
  /** Last error of a plugin out of service; it may contain secrets. */
  readonly lastError?: string;
}

/** Whether the process can serve, with the states of plugins and the remarks of services. */
export interface Readiness {
  readonly status: 'ready' | 'unavailable';
  readonly plugins: readonly PluginState[];
  readonly remarks: readonly Remark[];
}

/** Checks the services if the kernel is ready, and collects their remarks and the states of plugins. */
export async function readinessOf(health: Health, modules: readonly ModuleName[]): Promise<Readiness> {
  const unwell = health.isReady() ? await health.services.check() : [];
  const plugins = withRequired(pluginStates(health, modules), health.required);
  const remarks = [...plugins.filter(isLacking).map(remarkOn), ...unwell];
  const status = health.isReady() && remarks.length === 0 ? 'ready' : 'unavailable';
  return { status, plugins, remarks: [...remarks, ...health.services.remarks()] };
}

/** Marks the required plugins, and adds those without a folder. */
function withRequired(states: readonly PluginState[], required: readonly string[]): PluginState[] {
  const marked = states.map((one) => (required.includes(one.name) ? { ...one, required: true as const } : one));
  const absent = required.filter((name) => !states.some((one) => one.name === name));
  const reason = 'there is no such plugin; add its folder, or correct the name in plugins.required';
  return [...marked, ...absent.map((name) => ({ name, state: 'set aside', required: true, reason }) as const)];
}

/**
 * Whether a required plugin has not started. An open breaker does not count: it closes by requests, which a process that
 * is not ready would no longer get.
 */
function isLacking({ required, state }: PluginState): boolean {
  return required === true && (state === 'set aside' || state === 'disabled');
}

function remarkOn({ name, state }: PluginState): Remark {
  return { module: name, remark: `Readiness requires this plugin (plugins.required), which is ${state}.` };
}

function pluginStates(
  { root, failedPlugins, disabled, cutOff }: Health,
  modules: readonly ModuleName[],
): PluginState[] {
  const out = cutOff();
  const reason = 'its operations kept failing; the log says why';
  const stateOf = ({ name }: ModuleName): PluginState =>
    out.has(name)
      ? { name, state: 'out of service', reason, lastError: out.get(name) as string }
      : { name, state: 'running' };
  // Custom is not a plugin, but operators look here for its breaker.
  const running = modules.filter(({ layer, name }) => layer === 'plugins' || out.has(name)).map(stateOf);
  const failed = failedPlugins.map(({ module, reason }): PluginState => ({
    name: module,
    state: 'set aside',
    reason: publicReason(reason, root),
  }));
  const off = disabled.plugins.map((name): PluginState => ({ name, state: 'disabled' }));
  return [...running, ...failed, ...off];
}

const absolutePath = /(?<![\w.])(?:file:\/\/)?(\/[^/\s'"`(),;:]+)(?:\/[^/\s'"`(),;:]+)+/g;
// Excerpt of a text that the JSON parser quotes.
const quotedText = /"[^]*"(?: is not valid JSON)/g;

/** Reason for public pages, without absolute paths and excerpts of JSON files. The log has the full reason. */
function publicReason(reason: string, root: string): string {
  return reason
    .replaceAll(`${pathToFileURL(root).href}/`, '')
    .replaceAll(`${root}/`, '')
    .replace(quotedText, 'it is not valid JSON')
    .replace(absolutePath, (path, top: string) => (isAddress(path, top) ? path : '<path>'));
}

/** Whether a path is an address of the API: its first segment is no file or folder of this machine. */
function isAddress(path: string, top: string): boolean {
  return path.startsWith('/') && !existsSync(top);
}
