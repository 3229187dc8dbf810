import { realpathSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import {
  Contract,
  openApiDocument,
  type DocumentedOperation,
  type Kernel,
  type ModuleView,
  type Route,
  reasonOf,
  routeName,
} from '../../hosting/internals.ts';
import { catalogueOf, type Catalogue } from '../../infrastructure/database/index.ts';
import { Handles, type Handle } from './handles.ts';
import { startInstallation, type Installation } from './installation.ts';
import { Parts } from './parts/parts.ts';
import { Client } from './requests/client.ts';
import { fuzz, type WrongAnswer } from './requests/fuzz.ts';
import { personasOf, type Persona } from './requests/personas.ts';
import { Traffic } from './requests/traffic.ts';
import { shown, shownOf, type CheckTarget } from './target.ts';

export interface SubjectOptions {
  readonly target: CheckTarget;
  readonly env: NodeJS.ProcessEnv;
  readonly seed: number;
  /** Largest number of random requests to each operation. */
  readonly runs: number;
  readonly server?: string | undefined;
}

/** The checked module in a running installation, with the data that the checks read. */
export interface AtWork extends Installation {
  readonly module: ModuleView;
  /** Routes that the module serves, and its operations that a later module overrides. */
  readonly routes: readonly Route[];
  /** Reason for checks that send requests, if the module has no documented operation. */
  readonly noOperations: string;
  /** Middleware that the module mounts at addresses. */
  readonly mounts: Kernel['mounts'];
  readonly contract: Contract;
  /** Documented operations of the module. */
  readonly operations: readonly DocumentedOperation[];
  /** Contributed code of the module, whose calls are recorded. */
  readonly parts: Parts;
  readonly client: Client;
  readonly personas: readonly Persona[];
  /** Tables after the start and before the first request; undefined without a database. */
  readonly catalogue: Catalogue | undefined;
}

/** Error that keeps the module from starting. */
export interface Fault {
  readonly file: string;
  readonly message: string;
}

/** Result of starting the installation without the module. */
export interface Without {
  /** Undefined without the module `database`, and after a failed start. */
  readonly catalogue: Catalogue | undefined;
  /** Reason why the installation or another module does not start without the module. */
  readonly fault: string | undefined;
}

/** The checked module. Shared results are computed when the first check requests them. */
export class Subject {
  readonly target: CheckTarget;
  readonly seed: number;
  readonly traffic = new Traffic();
  /** False after a failed start of the module; true before the first start. */
  isAtWork = true;
  readonly #handles: Handles;
  #started: Promise<AtWork | Fault> | undefined;
  #stopped: Promise<readonly Handle[]> | undefined;
  #without: Promise<Without> | undefined;
  #fuzzed: Promise<readonly WrongAnswer[]> | undefined;

  constructor(private readonly options: SubjectOptions) {
    this.target = options.target;
    this.seed = options.seed;
    const { layer, name, folder } = this.target;
    const real = realpathSync(folder);
    // Stacks name files by path or by URL; only a URL encodes spaces.
    this.#handles = new Handles([
      `${real}/`,
      `${pathToFileURL(real).href}/`,
      layer === 'custom' ? '/dist/custom/' : `/${layer}/${name}/`,
    ]);
  }

  /** Path of a file of the module, as the report shows it. */
  file(path = ''): string {
    return shown(this.target, path);
  }

  /** File of the resource that declares an operation, as the report shows it. */
  fileOf({ tree }: DocumentedOperation): string {
    return shownOf(this.target, (tree['x-origin'] as { file: string }).file);
  }

  /**
   * The running module, or the reason why it does not start. Starts the installation at the first call.
   * @throws Error when another module is at fault, or the configuration disables the module
   */
  started(): Promise<AtWork | Fault> {
    return (this.#started ??= this.#start());
  }

  async atWork(): Promise<AtWork | undefined> {
    const started = await this.started();
    return 'kernel' in started ? started : undefined;
  }

  /** Sends random requests at the first call, and returns the wrong answers. `traffic` then has the error answers. */
  fuzzed(atWork: AtWork): Promise<readonly WrongAnswer[]> {
    return (this.#fuzzed ??= fuzz({ ...atWork, traffic: this.traffic, seed: this.seed, runs: this.options.runs }));
  }

  /** Starts and stops the installation without the module, and without those that require the module; only once. */
  without(): Promise<Without> {
    return (this.#without ??= this.#startWithout());
  }

  /** Stops the installation, if it runs. @returns handles of the module that are still open about a second later */
  stop(): Promise<readonly Handle[]> {
    return (this.#stopped ??= this.#stop());
  }

  async #stop(): Promise<readonly Handle[]> {
    const atWork = this.#started && (await this.atWork());
    atWork?.client.close();
    await atWork?.stop();
    await settled(() => this.#handles.open.length === 0);
    return this.#handles.end();
  }

  async #start(): Promise<AtWork | Fault> {
    this.#handles.watch();
    const { target } = this;
    let installation: Installation;
    try {
      installation = await this.#startInstallation([]);
    } catch (error) {
      return this.#faultOf(error);
    }
    const { kernel, url } = installation;
    const failedPlugins = kernel.failedPlugins.find(({ module }) => module === target.name);
    const module = kernel.modules.find(({ layer, name }) => layer === target.layer && name === target.name);
    if (!failedPlugins && module) {
      const asked = {
        parts: Parts.of(kernel, target),
        client: new Client(url),
        personas: await personasOf(kernel),
        catalogue: await catalogueIn(kernel),
      };
      return { ...installation, ...viewOf(kernel, module), ...asked };
    }
    await installation.stop();
    if (failedPlugins) return this.#faultOf(failedPlugins.fault);
    throw new Error(`${target.name} is not loaded; take it out of "plugins.disabled" in the configuration.`);
  }

  #startInstallation(without: readonly string[]): Promise<Installation> {
    const { env, server } = this.options;
    return startInstallation(this.target, { without, env, server });
  }

  /** Converts the error of a failed start. @throws the error itself when another module is at fault */
  #faultOf(error: unknown): Fault {
    const { module, file, message } = error as { module?: string; file?: string; message: string };
    if (module !== this.target.name) throw error;
    this.isAtWork = false;
    const place = file === undefined ? this.file() : shownOf(this.target, file);
    return { file: place, message: message.replace(`${file ?? ''}: `, '') };
  }

  /** The module, and the modules that require it, directly or not: these cannot start without it. */
  async #dependents(): Promise<string[]> {
    const names = [this.target.name];
    // Modules are in the order of their start, so each follows those that it requires.
    for (const { name, manifest } of (await this.atWork())?.kernel.modules ?? [])
      if (Object.keys(manifest.requires ?? {}).some((one) => names.includes(one))) names.push(name);
    return names;
  }

  /** Reason why a plugin fails to start only without the checked module; undefined if there is no such plugin. */
  async #faultWithout({ failedPlugins }: Kernel): Promise<string | undefined> {
    const broken = new Set((await this.atWork())?.kernel.failedPlugins.map(({ module }) => module));
    return failedPlugins.find(({ module }) => !broken.has(module))?.reason;
  }

  async #startWithout(): Promise<Without> {
    try {
      const installation = await this.#startInstallation(await this.#dependents());
      const { kernel } = installation;
      const catalogue = await catalogueIn(kernel);
      await installation.stop();
      return { catalogue, fault: await this.#faultWithout(kernel) };
    } catch (error) {
      return { catalogue: undefined, fault: reasonOf(error) };
    }
  }
}

/** Tables of an installation; undefined without the module `database`. */
export async function catalogueIn({ modules, services }: Kernel): Promise<Catalogue | undefined> {
  return modules.some(({ name }) => name === 'database') ? catalogueOf(services.database) : undefined;
}

function viewOf(kernel: Kernel, module: ModuleView) {
  const isOwn = (one: { readonly layer: string; readonly module: string }) =>
    one.layer === module.layer && one.module === module.name;
  const routes = kernel.routes.flatMap((route) => [route, ...route.overridden].filter(isOwn));
  const overridden = kernel.routes.filter((route) => !isOwn(route) && route.overridden.some(isOwn));
  const names = overridden.map((route) => `${routeName(route)} by ${route.file}`);
  const noOperations =
    names.length === 0 ? 'it has no routes' : `its operations are overridden: ${names.join(', ')}; check that module`;
  const contract = new Contract(openApiDocument(kernel, { allBodies: true }));
  const operations = contract.operations.filter(({ tree }) => isOwn(tree['x-origin'] as Parameters<typeof isOwn>[0]));
  return { module, routes, noOperations, mounts: kernel.mounts.filter(isOwn), contract, operations };
}

const HANDLES_TIMEOUT_MS = 1_000;
const HANDLES_INTERVAL_MS = 10;

/** Waits until `isSettled` returns true, at most a second: some handles close shortly after the stop. */
async function settled(isSettled: () => boolean): Promise<void> {
  const last = performance.now() + HANDLES_TIMEOUT_MS;
  while (!isSettled() && performance.now() < last) await setTimeout(HANDLES_INTERVAL_MS);
}
