import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import type { Config } from '../config/schema.ts';
import type { WriteContext } from '../wire.ts';
import { createApp, type AppEntrance } from '../http/app.ts';
import { drain } from '../http/drain.ts';
import { mountPages } from '../http/pages.ts';
import { createAppServer } from '../http/server.ts';
import type { LogDestination, Logger } from '../log.ts';
import type { Environment, Services } from '../services.ts';
import { dateTimeWriter } from '../zone.ts';
import { addressesOf, assemble } from './assemble.ts';
import type { Assembly, Casualties, OwnServices, SetAside } from './assemble.ts';
import { attributeRejections } from './attribution.ts';
import type { LoadedModule } from './load_module.ts';
import type { Route, RouteRemark } from './routes.ts';
import { setAsideFinder } from './set_aside.ts';
import { loadDemo, Running, startModules } from './start_modules.ts';

/** An installation that is put together: its routes are known, its services can be started. */
export interface Kernel {
  readonly config: Config;
  readonly environment: Environment;
  readonly logger: Logger;
  readonly routes: readonly Route[];
  readonly remarks: readonly RouteRemark[];
  readonly setAside: readonly SetAside[];
  readonly modules: readonly { readonly name: string; readonly layer: string; readonly version: string }[];
  readonly services: Services;
  /** The Express application; mount your own middleware behind the kernel's, once it has started. */
  readonly app: Express;
  /** Address of the running server, without a trailing slash. */
  readonly url: string;
  /** Starts the services, runs the migrations. */
  start(): Promise<void>;
  /** Starts what is not started yet and listens. @returns the URL */
  listen(): Promise<string>;
  /** Loads the demo data of every module that has some and did not load it yet. @returns their names */
  loadDemo(): Promise<readonly string[]>;
  /** Drains requests, stops the services, closes the database last. */
  stop(): Promise<void>;
}

/** What the boot has read and decided before anything is put together. */
export interface Parts {
  readonly root: string;
  readonly own: OwnServices;
  /** Where the line of each request goes, if anywhere. */
  readonly requests: LogDestination | undefined;
  readonly casualties: Casualties;
  readonly loaded: readonly LoadedModule[];
}

export class BootedKernel implements Kernel {
  #assembly: Assembly;
  #made: AppEntrance | undefined;
  #server: Server | undefined;
  /** Kept, because the system would be asked anew for each address that is written. */
  #port: number | undefined;
  #running: Running | undefined;
  #stopping: Promise<void> | undefined;
  #release: (() => void) | undefined;
  ready = false;

  constructor(private readonly parts: Parts) {
    this.#assembly = assemble(parts.loaded, parts.own, parts.casualties);
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

  get remarks() {
    return this.#assembly.table.remarks;
  }

  get setAside() {
    return this.parts.casualties.list;
  }

  get modules() {
    return this.#assembly.modules.map(({ name, layer, manifest: { version } }) => ({ name, layer, version }));
  }

  get services() {
    return this.#assembly.house.services;
  }

  get app() {
    return this.#entrance.app;
  }

  get url() {
    const { host } = this.config.http;
    const port = this.#port ?? this.config.http.port;
    const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
    return `http://${name}:${port}`;
  }

  async start(): Promise<void> {
    if (this.#running) return;
    this.#release = attributeRejections(this.#assembly.modules, this.logger);
    this.#running = await this.#startFit();
    this.#report();
    this.ready = true;
    this.#running.ready();
  }

  /** A plugin that fails to start is set aside and everything begins anew without it. */
  async #startFit(): Promise<Running> {
    for (;;) {
      const running = new Running(this.logger);
      try {
        await startModules(this.#assembly, running, { logger: this.logger, demo: this.config.demo });
        return running;
      } catch (error) {
        await running.stop();
        const { casualties, loaded, own } = this.parts;
        casualties.add(error, loaded, addressesOf(error, loaded));
        this.#assembly = assemble(loaded, own, casualties);
        this.#made = undefined;
      }
    }
  }

  #report(): void {
    for (const { module, reason, fault } of this.setAside)
      this.logger.error({ module, err: fault }, `set aside: ${reason}`);
    for (const { file, message } of this.remarks) this.logger.warn({ file }, message);
  }

  async listen(): Promise<string> {
    await this.start();
    const { host, port } = this.config.http;
    const server = createAppServer(this.#entrance, this.config.http);
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) => {
        reject(error.code === 'EADDRINUSE' ? takenPort(host, port, error) : error);
      });
      server.listen(port, host, resolve);
    });
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
    this.logger.info({ url: this.url }, `Lectern is ready at ${this.url} (reference: ${this.url}/docs)`);
    return this.url;
  }

  async loadDemo(): Promise<readonly string[]> {
    await this.start();
    const [migrator] = this.#assembly.house.contributions.of('migrator');
    const names: string[] = [];
    for (const module of migrator ? this.#assembly.modules : []) {
      if (migrator && (await loadDemo(module, migrator, this.services))) names.push(module.name);
    }
    return names;
  }

  stop(): Promise<void> {
    return (this.#stopping ??= this.#stop());
  }

  async #stop(): Promise<void> {
    this.ready = false;
    if (this.#server) await drain(this.#server, this.config.http.drainTimeout);
    await this.#running?.stop();
    this.#release?.();
  }

  get #entrance(): AppEntrance {
    return (this.#made ??= this.#createApp());
  }

  #createApp(): AppEntrance {
    const { config, logger, routes, setAside } = this;
    const { publicUrl } = this.parts.own;
    const write: WriteContext = { writeDateTime: dateTimeWriter(config.zone), publicUrl };
    const health = { isReady: () => this.ready, check: async () => this.#running?.check(), setAside };
    const { modules } = this.#assembly;
    const authenticators = this.#assembly.house.contributions.of('authenticators');
    const document = { routes, services: this.services, authenticators };
    return createApp({
      config,
      logger,
      requests: this.parts.requests,
      routes,
      authenticators,
      write,
      setAside: setAsideFinder(setAside),
      pages: (app, metrics) => {
        mountPages(app, { metrics, health, modules, document });
      },
    });
  }
}

function takenPort(host: string, port: number, cause: Error): Error {
  const problem = `Port ${port} of ${host} is taken by another process; end that one, or set PORT to another number.`;
  return new Error(problem, { cause });
}
