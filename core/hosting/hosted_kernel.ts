import cluster from 'node:cluster';
import { join, relative } from 'node:path';
import { Kernel } from '../kernel/boot/kernel.ts';
import type { RunningServices } from '../kernel/boot/running_services.ts';
import type { Generation, StartParts } from '../kernel/boot/start_with_isolation.ts';
import type { ModuleMigrations } from '../kernel/declare/migrator.ts';
import { loadMigrations, type LoadContext } from '../kernel/modules/load_module.ts';
import type { StartRemark } from '../kernel/routes/route.ts';
import type { MountRecord } from './api/mount_records.ts';
import { forgetSchemas } from './config/check_schema.ts';
import { remarksOnDisabled } from './config/disabled_plugins.ts';
import { warnOfUnsafeSettings } from './inspect/examine_safety.ts';
import type { Leak, LeakReport } from './inspect/leak_report.ts';
import { viewsOf, type ModuleView } from './inspect/module_view.ts';
import { remarksOnFiles, remarksOnRoles } from './inspect/misspelt_names.ts';
import { Examples } from './inspect/openapi/examples.ts';
import { remarksOnOverrides } from './inspect/override_records.ts';
import { remarksOnRoutes } from './inspect/route_remarks.ts';
import { remarksOnPoints } from './inspect/unknown_points.ts';
import { remarksOnPermissions, unknownPermissions, type UnknownPermission } from './inspect/unknown_permissions.ts';
import type { PluginGuard } from './isolation/guard.ts';
import { loadDemos } from './load_demos.ts';
import type { LiveModules } from './reload/next_generation.ts';
import { Reloads, type Reloaded } from './reload/reloads.ts';
import type { CurrentRequests } from './reload/active_requests.ts';
import type { ConnectionAdmission } from './server/connection_admission.ts';
import { refuseTakenPort } from './server/free_port.mjs';
import { OpenPort } from './server/open_port.ts';
import { remarksOnPages } from './server/page_records.ts';
import { StartReport } from './telemetry/start_report.ts';
import { flushSpans } from './telemetry/flush_spans.ts';

export interface HostParts {
  readonly context: LoadContext;
  readonly configRemarks: readonly StartRemark[];
  readonly guard: PluginGuard;
  readonly leaks: LeakReport | undefined;
  readonly admission: ConnectionAdmission;
  /** Whether a thread reports code which blocks the event loop. */
  readonly watched: boolean;
  /** Parts for `reload`; undefined unless the kernel was created with `live`. */
  readonly live: (LiveModules & { readonly traffic: CurrentRequests }) | undefined;
}

/** A kernel with a server: listens, drains its requests at the end, and reloads changed modules in development. */
export class HostedKernel extends Kernel {
  #port: OpenPort | undefined;
  #reloads: Reloads | undefined;
  /** Settles when the running start ends; undefined before and after. */
  #starting: Promise<void> | undefined;
  readonly #report: StartReport;
  /** Promises that settle when replaced services have stopped. */
  readonly #leaving = new Set<Promise<void>>();

  constructor(
    parts: StartParts,
    private readonly host: HostParts,
  ) {
    super(parts);
    this.#report = new StartReport(parts.own.logger);
  }

  /** Warnings for operators and authors that do not stop the start. Each access reads files of the modules. */
  get remarks(): readonly StartRemark[] {
    const { configRemarks, context } = this.host;
    const onDisabled = remarksOnDisabled(context.root, this.config);
    const onPermissions = remarksOnPermissions(this.unknownPermissions);
    const { routes, disabled, remarks, pages = [] } = this.assembly.table;
    const onRoutes = [...remarksOnRoutes([...routes, ...disabled]), ...remarks, ...remarksOnPages(pages)];
    const onPoints = remarksOnPoints(this.assembly.modules);
    const onExamples = new Examples(this.assembly.modules).remarks.map(({ file, message }) => ({
      file: relative(context.root, file),
      message,
    }));
    const failed = this.failedPlugins.map(({ module }) => ({ folder: join(context.root, 'plugins', module) }));
    const onFiles = remarksOnFiles([...this.assembly.modules, ...failed], context.root);
    const onNames = [...onFiles, ...remarksOnRoles(this.assembly.modules)];
    const found = [...onRoutes, ...onPermissions, ...onPoints, ...onExamples, ...onDisabled, ...onNames];
    return [...found, ...configRemarks, ...remarksOnOverrides(this)];
  }

  /** Express middleware mounted by modules; its answers are not filtered. */
  get mounts(): readonly MountRecord[] {
    return this.assembly.table.mounts ?? [];
  }

  /** Permissions that routes or mounts require and no role carries, one entry for each file and permission. */
  get unknownPermissions(): readonly UnknownPermission[] {
    const { registry, table } = this.assembly;
    return unknownPermissions([...table.routes, ...this.mounts], registry.services.roles);
  }

  get modules(): readonly ModuleView[] {
    return viewsOf(this.assembly.modules);
  }

  /** Fields that operations have returned and filters have withheld; empty unless `leakReport` is on. */
  get leaks(): readonly Leak[] {
    return this.host.leaks?.list ?? [];
  }

  /** Address of the server without a trailing slash; until `listen` has opened the port, with the configured one. */
  get url(): string {
    const { host } = this.config.http;
    const port = this.#port?.number ?? this.config.http.port;
    const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
    return `http://${name}:${port}`;
  }

  /** Names of the services that a module has requested so far, including services of other modules. */
  asked(module: string): readonly string[] {
    return [...(this.assembly.registry.requested.get(module) ?? [])];
  }

  /** Reads the migrations of a plugin in `plugins/` without running them. @throws ModuleFault, or Error of the file system */
  migrationsOf(plugin: string): Promise<ModuleMigrations> {
    const { context } = this.host;
    const folder = join(context.root, 'plugins', plugin);
    return loadMigrations({ layer: 'plugins', name: plugin, folder }, context);
  }

  /** Starts the services and runs the migrations. Does nothing once the kernel has started; a call during the start awaits it. */
  async start(): Promise<void> {
    if (this.generation) return;
    this.#starting ??= this.begin().finally(() => (this.#starting = undefined));
    await this.#starting;
  }

  protected override async begin(): Promise<void> {
    await super.begin();
    this.#report.log(this);
    await warnOfUnsafeSettings({ config: this.config, services: this.services, live: this.host.live !== undefined });
  }

  /**
   * Loads missing demo data. The database must be started and migrated, the other services need not be.
   * @returns names of the modules whose data was loaded now
   */
  loadDemo(): Promise<readonly string[]> {
    return loadDemos(this.assembly);
  }

  /** Starts the kernel if needed and listens. @returns the URL @throws Error when the port is taken or the start fails */
  async listen(): Promise<string> {
    const { logger, config } = this;
    // Checked first, because migrations and demo data would be wasted work if the port is taken.
    if (!this.generation && !cluster.isWorker) await refuseTakenPort(config.http);
    await this.start();
    const { appHandle, host } = this;
    const { admission } = host;
    admission.serve(appHandle);
    this.#port = await OpenPort.open({ appHandle, admission, http: config.http, logger });
    if (this.host.watched) this.host.guard.watchLoop();
    const { url } = this;
    const pages = this.services.contributions.of('pages').map(({ address }) => [address.slice(1), address]);
    const links = [['reference', '/docs'], ...pages].map(([name = '', address = '']) => `${name}: ${url}${address}`);
    this.logger.info({ url }, `Lectern is ready at ${url} (${links.join(', ')})`);
    return url;
  }

  /**
   * Replaces changed, added or removed modules, modules that import their files, and services that depend on theirs.
   * New services start while the old ones still run; the old ones stop after their last request, or after
   * `http.drainTimeout`. A failure is logged and returned, and the old modules stay.
   * @param names names of plugins, or `custom`
   * @throws Error unless the kernel was created with `live`, has started and is not stopping
   */
  async reload(names: readonly string[]): Promise<Reloaded> {
    const { live } = this.host;
    if (!live || !this.generation)
      throw new Error('Modules cannot be reloaded; call createKernel() with "live": true, then start().');
    if (this.isStopping) throw new Error('Modules cannot be reloaded, because the kernel is stopping.');
    const now = () => this.generation as Generation;
    const exchange = (next: Generation) => this.#exchange(next, live.traffic);
    this.#reloads ??= new Reloads({ logger: this.logger, live, now, exchange });
    return this.#reloads.reload(names);
  }

  async #exchange(next: Generation, traffic: CurrentRequests): Promise<void> {
    const { running } = this.generation as Generation;
    const former = traffic.renew();
    try {
      this.replace(next);
    } catch (error) {
      traffic.restore(former);
      throw error;
    }
    forgetSchemas();
    this.#report.log(this);
    // No rollback from here on: the former modules are replaced.
    await next.running.ready((err) => {
      const { module } = err;
      this.logger.error(
        { module, err },
        `ready() of a service of module '${module}' failed after the reload; the module serves requests nevertheless`,
      );
    });
    this.#stopAfter(former.ended(this.config.http.drainTimeout), running.leaving(next.running));
  }

  /** Stops replaced services when `lastRequest` resolves. */
  #stopAfter(lastRequest: Promise<void>, leaving: RunningServices): void {
    const work = lastRequest.then(() => leaving.stop()).finally(() => this.#leaving.delete(work));
    this.#leaving.add(work);
  }

  /**
   * Announces the end: `/readyz` answers 503, and answers close their connections. Requests are still served. A kernel
   * that listens waits for `http.lameDuckMs`; call `stop` after that.
   */
  override async retire(): Promise<void> {
    await super.retire();
    if (!this.isStopping) await this.#port?.retire();
  }

  protected override async end(): Promise<void> {
    await this.#reloads?.ended();
    await this.#port?.close();
    await Promise.all(this.#leaving);
    await super.end();
    await flushSpans();
    this.host.guard.stop();
  }
}
