import cluster from 'node:cluster';
import { join } from 'node:path';
import { forgetSchemas } from '../config/validate.ts';
import { createApp, type AppEntrance, type AppParts } from '../http/app.ts';
import { refuseTakenPort } from '../http/free_port.mjs';
import { OpenPort } from '../http/open_port.ts';
import { Traffic } from '../http/traffic.ts';
import { LeakReport } from '../leaks/leak_report.ts';
import { forgetFields } from '../reader.ts';
import { flushSpans } from '../tracing/flush_spans.ts';
import { ownUsesOf } from '../records.ts';
import { warnOfUnsafeSettings } from '../safety/examine_safety.ts';
import { appPartsOf } from './app_parts.ts';
import { assemble, type Assembly } from './assemble.ts';
import { compiledFolder } from './import_file.ts';
import type { Generation } from './live/next_generation.ts';
import type { Kernel, Parts } from './kernel_types.ts';
import { Reloads, type Reloaded } from './live/reloads.ts';
import { loadMigrations } from './load_module.ts';
import type { ModuleMigrations } from './migrator.ts';
import { viewsOf } from './module_view.ts';
import { remarksOnOverrides } from './override_records.ts';
import type { Running } from './running.ts';
import { startFit } from './start_fit.ts';
import { loadDemos } from './start_modules.ts';

export type { Kernel, Parts } from './kernel_types.ts';

export class BootedKernel implements Kernel {
  #assembly: Assembly;
  #made: AppEntrance | undefined;
  #port: OpenPort | undefined;
  #running: Running | undefined;
  #stopping: Promise<void> | undefined;
  #reloads: Reloads | undefined;
  #traffic: Traffic | undefined;
  /** What was exchanged and still has requests to answer. */
  readonly #leaving = new Set<Promise<void>>();
  readonly #leaks: LeakReport | undefined;
  ready = false;

  constructor(private parts: Parts) {
    this.#leaks = this.config.leakReport ? new LeakReport(this.logger) : undefined;
    if (parts.live) {
      this.parts = { ...parts, succession: {} };
      this.#traffic = new Traffic();
    }
    this.#assembly = assemble(this.parts, this.parts.succession);
  }

  get config() {
    return this.parts.own.config;
  }

  get environment() {
    return this.parts.own.environment;
  }

  get logger() {
    return this.parts.own.logger;
  }

  get routes() {
    return this.#assembly.table.routes;
  }

  get leaks() {
    return this.#leaks?.list ?? [];
  }

  get mounts() {
    return this.#assembly.mounts;
  }

  get remarks() {
    const { casualties, configRemarks } = this.parts;
    return [...this.#assembly.table.remarks, ...casualties.remarks, ...configRemarks, ...remarksOnOverrides(this)];
  }

  get disabled() {
    return {
      plugins: this.parts.casualties.disabled.map(({ module }) => module),
      routes: this.#assembly.table.disabled,
    };
  }

  get setAside() {
    return this.parts.casualties.list;
  }

  get modules() {
    return viewsOf(this.#assembly.modules);
  }

  get services() {
    return this.#assembly.house.services;
  }

  asked(name: string): readonly string[] {
    const { modules, house } = this.#assembly;
    const resources = modules.find((module) => module.name === name)?.resources ?? [];
    return [...new Set([...house.asked(name), ...resources.flatMap(({ target }) => ownUsesOf(target))])];
  }

  get app() {
    return this.#entrance.app;
  }

  get url() {
    const { host } = this.config.http;
    const port = this.#port?.number ?? this.config.http.port;
    const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
    return `http://${name}:${port}`;
  }

  migrationsOf(plugin: string): Promise<ModuleMigrations> {
    const { root } = this.parts;
    const folder = { layer: 'plugins' as const, name: plugin, folder: join(root, 'plugins', plugin) };
    return loadMigrations(folder, { root, compiled: compiledFolder, config: this.config });
  }

  async start(): Promise<void> {
    if (this.#running) return;
    const first = this.#assembly;
    const isLive = this.parts.live !== undefined;
    const { assembly, running } = await startFit({ ...this.parts, isLive }, first);
    this.#running = running;
    this.#assembly = assembly;
    if (assembly !== first) this.#made?.exchange(this.#appParts());
    this.#report();
    await warnOfUnsafeSettings({ config: this.config, services: this.services, live: isLive });
    this.ready = true;
  }

  /** Logs what there is to say of the modules, but for what was said before. */
  #report(said: ReadonlySet<string> = new Set()): void {
    for (const { module, reason, fault } of this.setAside)
      if (!said.has(reason)) this.logger.error({ module, err: fault }, `set aside: ${reason}`);
    for (const { file, message } of this.remarks) if (!said.has(message)) this.logger.warn({ file }, message);
  }

  #sayings(): ReadonlySet<string> {
    return new Set([...this.setAside.map(({ reason }) => reason), ...this.remarks.map(({ message }) => message)]);
  }

  async listen(): Promise<string> {
    const { logger, config } = this;
    // Before migrations and demo data, which would be in vain.
    if (!this.#running && !cluster.isWorker) await refuseTakenPort(config.http);
    await this.start();
    this.#port = await OpenPort.open({ entrance: this.#entrance, http: config.http, logger });
    if (this.parts.watched) this.parts.guard.watchLoop();
    this.logger.info({ url: this.url }, `Lectern is ready at ${this.url} (reference: ${this.url}/docs)`);
    return this.url;
  }

  async loadDemo(): Promise<readonly string[]> {
    await this.start();
    const [migrator] = this.#assembly.house.contributions.of('migrator');
    return migrator ? loadDemos(this.#assembly, migrator) : [];
  }

  async reload(names: readonly string[]): Promise<Reloaded> {
    const { live } = this.parts;
    if (!live || !this.#running)
      throw new Error('Nothing can be exchanged: start a kernel that was created with live.');
    if (this.#stopping) throw new Error('Nothing can be exchanged any more: the kernel is stopping.');
    const exchange = (next: Generation) => this.#exchange(next);
    this.#reloads ??= new Reloads({ logger: this.logger, live, now: () => this.#generation, exchange });
    return this.#reloads.reload(names);
  }

  get #generation(): Generation {
    return { parts: this.parts, assembly: this.#assembly, running: this.#running as Running };
  }

  async #exchange(next: Generation): Promise<void> {
    const before = { ...this.#generation, traffic: this.#traffic, said: this.#sayings() };
    this.#settle(next, new Traffic());
    try {
      this.#made?.exchange(this.#appParts());
    } catch (error) {
      this.#settle(before, before.traffic);
      throw error;
    }
    next.assembly.house.tenants?.moveIn();
    forgetFields();
    forgetSchemas();
    this.#report(before.said);
    // Too late to go back: what was there before has been exchanged.
    await next.running.ready((err) => {
      this.logger.error({ module: err.module, err }, 'a service could not begin its work');
    });
    this.#letGo(before.running.leaving(next.running), before.traffic);
  }

  #settle({ parts, assembly, running }: Generation, traffic: Traffic | undefined): void {
    this.parts = { ...this.parts, ...parts };
    this.#assembly = assembly;
    this.#running = running;
    this.#traffic = traffic;
  }

  /** Stops what was exchanged as soon as the requests are answered that it has begun with. */
  #letGo(leaving: Running, traffic: Traffic | undefined): void {
    const work = Promise.resolve(traffic?.ended(this.config.http.drainTimeout))
      .then(() => leaving.stop())
      .finally(() => this.#leaving.delete(work));
    this.#leaving.add(work);
  }

  async retire(): Promise<void> {
    this.ready = false;
    if (this.#stopping) return;
    this.#running?.retire();
    await this.#port?.retire();
  }

  stop(): Promise<void> {
    return (this.#stopping ??= this.#stop());
  }

  async #stop(): Promise<void> {
    this.ready = false;
    await this.#reloads?.ended();
    await this.#port?.close();
    await Promise.all(this.#leaving);
    await this.#running?.stop();
    await flushSpans();
    this.parts.guard.stop();
  }

  get #entrance(): AppEntrance {
    return (this.#made ??= createApp(this.#appParts()));
  }

  #appParts(): AppParts {
    return appPartsOf(this.parts, this.#assembly, {
      leaks: this.#leaks,
      traffic: this.#traffic,
      isReady: () => this.ready,
      check: async () => this.#running?.check() ?? [],
      remarks: () => this.#running?.remarks() ?? [],
    });
  }
}
