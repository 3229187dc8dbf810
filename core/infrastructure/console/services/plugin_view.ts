import { type Services, use } from 'lectern';
import { figures, readPluginRecords, routeName, type Kernel } from '../../../hosting/internals.ts';
import { shownSettings, type ShownSetting } from '../../../cli/index.ts';
import { affectedBy, disabledNames, listRunningPlugins, type ListedPlugin } from '../../../operations/index.ts';
import { redact } from '../../events/index.ts';
import { failures } from '../failures.ts';

/** A plugin with its state in the running process. */
export interface ShownPlugin extends Omit<ListedPlugin, 'state' | 'tables' | 'reason'> {
  readonly state: ListedPlugin['state'] | 'out of service';
  readonly reason: string | null;
  /** Whether the configuration enables the plugin for the next start; also true for a plugin that is gone. */
  readonly enabledAtNextStart: boolean;
  readonly tables: readonly string[];
}

/** Number of rows of a table, counted up to a limit. */
interface TableView {
  readonly name: string;
  readonly rows: number;
  /** Whether the table has more rows than were counted. */
  readonly more: boolean;
}

const MAX_COUNTED_ROWS = 100_000;

/** Reason why a plugin is out of service. */
export function reasonOfBreaker(lastError: string): string {
  return `its operations kept failing; the last error is: ${redact(lastError)}`;
}

const noLog = { write: () => undefined };

/** Describes the plugins of the running installation. */
export class PluginView {
  readonly #contributions = use('contributions');
  readonly #installation = use('installation');
  readonly #database = use('database');
  readonly #jobs = use('jobs');
  readonly #migrations = use('migrations');

  /** Options for the functions of the command line. */
  get boot() {
    const { root, env } = this.#installation;
    return { root, env, logTo: noLog };
  }

  async list(): Promise<ShownPlugin[]> {
    const { kernel, root, breakers } = this.#installation;
    const off = disabledNames(this.boot);
    const plugins = await listRunningPlugins(kernel, root);
    const { open } = breakers;
    return plugins.map(({ reason = null, tables = [], ...plugin }) => {
      const lastError = open.get(plugin.name);
      const isOut = lastError !== undefined && { state: 'out of service' as const, reason: reasonOfBreaker(lastError) };
      return { reason, ...plugin, ...isOut, tables, enabledAtNextStart: !off.includes(plugin.name) };
    });
  }

  /** A finding for each plugin that runs but is disabled by now, and for each disabled one that is enabled by now. */
  pending() {
    const { kernel } = this.#installation;
    const off = disabledNames(this.boot);
    const runs = (name: string) => kernel.modules.some((module) => module.name === name);
    return [
      ...off.filter(runs).map((name) => pendingChange(name, `names ${name}, which keeps running`, 'enable')),
      ...kernel.disabled.plugins
        .filter((name) => !off.includes(name))
        .map((name) => pendingChange(name, `no longer names ${name}, which does not run`, 'disable')),
    ];
  }

  /** @throws failures.pluginNotFound */
  async get(name: string) {
    const { kernel } = this.#installation;
    const plugin = (await this.list()).find((one) => one.name === name);
    if (!plugin) throw failures.pluginNotFound();
    const running = kernel.modules.find((module) => module.name === name);
    return {
      ...plugin,
      description: running?.manifest.description ?? '',
      addedFrom: this.#addedFrom(name),
      tables: await Promise.all(plugin.tables.map((table) => this.#count(table))),
      usage: usageOf(this.#installation, name),
      operations: operationsOf(kernel, name),
      hooks: hookedBy(kernel, name),
      subscribers: running?.subscribers.map((subscriber) => subscriber.name) ?? [],
      sections: this.#contributed('settingsSections', name),
      pages: this.#contributed('consolePages', name),
      migrations: await this.#migrationsOf(kernel, name),
      jobs: (await this.#jobs.list()).filter(({ module }) => module === name).map((job) => job.name),
      affected: plugin.enabledAtNextStart ? await affectedBy(this.boot, name, kernel) : [],
      settings: (await shownSettings(kernel, this.boot))
        .filter(({ key }) => key.startsWith(`modules.${name}.`))
        .map(settingOf),
    };
  }

  #addedFrom(name: string): 'registry' | 'archive' | 'folder' | null {
    const { package: from, source = '' } = readPluginRecords(this.#installation.root)[name] ?? {};
    if (from === undefined) return source === 'folder' ? source : null;
    return source.startsWith('file:') ? 'archive' : 'registry';
  }

  /** Names of the contributions of a module. */
  #contributed(point: 'settingsSections' | 'consolePages', module: string): string[] {
    const all: readonly { readonly name: string }[] = this.#contributions.of(point);
    return all.filter((one) => this.#contributions.moduleOf(one) === module).map((one) => one.name);
  }

  async #count(name: string): Promise<TableView> {
    const { rows } = await this.#database.raw<{ count: number }>(
      'select count(*)::integer as count from (select 1 from ?? limit ?) as found',
      [name, MAX_COUNTED_ROWS + 1],
    );
    const count = rows[0]?.count ?? 0;
    return { name, rows: Math.min(count, MAX_COUNTED_ROWS), more: count > MAX_COUNTED_ROWS };
  }

  async #migrationsOf(kernel: Kernel, name: string) {
    const running = kernel.modules.find((module) => module.name === name);
    const migrations = running?.migrations ?? (await kernel.migrationsOf(name).catch(() => undefined));
    if (!migrations) return [];
    const recorded = await this.#migrations.recorded();
    const applied = new Set(recorded.filter(({ module }) => module === name).map((one) => one.name));
    return migrations.files.map((file) => ({ name: file.name, applied: applied.has(file.name) }));
  }
}

function pendingChange(name: string, what: string, undo: 'enable' | 'disable') {
  return {
    level: 'warning' as const,
    topic: `plugin ${name}`,
    message: `plugins.disabled of the configuration ${what} until the next start.`,
    details: [],
    fix: `Restart the server, or ${undo} ${name} again on its page, below Plugins.`,
  };
}

/** What a plugin has used in this process; an empty list before its first request and job. */
function usageOf({ usages, budgets }: Services['installation'], name: string) {
  const usage = usages.find(name);
  const limits = budgets.get(name)?.limits;
  return (usage ? figures : []).map((figure) => {
    const limit = limits?.find((one) => one.figure === figure);
    return { figure, total: usage?.[figure] ?? 0, used: limit?.used ?? null, limit: limit?.most ?? null };
  });
}

function operationsOf({ routes }: Kernel, name: string) {
  return routes
    .filter(({ module }) => module === name)
    .map(({ methods, address, file, overridden }) => ({
      method: methods[0] ?? '',
      address: `/api${address}`,
      file,
      overrides: overridden.map((one) => one.file),
    }));
}

/** Operations around which a module has hooks. */
function hookedBy({ routes }: Kernel, name: string): string[] {
  return routes.filter(({ hooks = [] }) => hooks.some(({ module }) => module === name)).map(routeName);
}

function settingOf({ key, value, origin, from, description }: ShownSetting) {
  const text = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  return { key, value: text, origin, from: from ?? null, description: description ?? '' };
}
