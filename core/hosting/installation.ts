import { WorkerChannel } from './cluster/worker_channel.ts';
import type { SecretSettings } from './config/secret_settings.ts';
import type { HostedKernel } from './hosted_kernel.ts';
import type { Budget } from './isolation/budgets.ts';
import type { PluginGuard } from './isolation/guard.ts';
import type { Readiness } from './server/health.ts';
import type { Metrics } from './telemetry/metrics.ts';
import type { ModuleUsages } from './telemetry/module_usage.ts';
import { RequestTrail } from './telemetry/request_trail.ts';

declare module '../kernel/declare/services.ts' {
  interface Services {
    /** The running installation, for modules of core that show or operate it. */
    installation: Installation;
  }
}

export interface InstallationTerms {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly metrics: Pick<Metrics, 'text'>;
  readonly usages: ModuleUsages;
  readonly budgets: ReadonlyMap<string, Budget>;
  readonly secretSettings: SecretSettings;
  readonly shared: Map<string, unknown>;
  readonly guard: Pick<PluginGuard, 'breakers' | 'deadlines' | 'errors'>;
  /** Returns undefined while the kernel is being created. */
  readonly kernel: () => HostedKernel | undefined;
  /** Makes the page at `/docs/reference`, if one is served. */
  readonly reference: ((kernel: HostedKernel) => string) | undefined;
}

export class Installation {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Observed requests, recorded only while a listener is registered. */
  readonly requests = new RequestTrail();
  /** Internal errors of requests, and missed deadlines. */
  readonly errors: PluginGuard['errors'];
  readonly breakers: PluginGuard['breakers'];
  readonly deadlines: PluginGuard['deadlines'];
  /** What modules have used since the start of this process. */
  readonly usages: ModuleUsages;
  /** Budgets of the configuration, by module. */
  readonly budgets: ReadonlyMap<string, Budget>;
  readonly workers = new WorkerChannel();
  readonly secretSettings: SecretSettings;
  /** Objects that outlive this kernel when another one replaces it, by name, such as the open database. */
  readonly shared: Map<string, unknown>;
  /** Makes the page at `/docs/reference`; undefined if none is served. */
  readonly reference: (() => string) | undefined;
  readonly #metrics: Pick<Metrics, 'text'>;
  readonly #kernel: () => HostedKernel | undefined;
  #readiness: (() => Promise<Readiness>) | undefined;

  constructor(terms: InstallationTerms) {
    const { guard, metrics, kernel, reference } = terms;
    this.root = terms.root;
    this.env = terms.env;
    this.usages = terms.usages;
    this.budgets = terms.budgets;
    this.errors = guard.errors;
    this.breakers = guard.breakers;
    this.deadlines = guard.deadlines;
    this.secretSettings = terms.secretSettings;
    this.shared = terms.shared;
    this.#metrics = metrics;
    this.#kernel = kernel;
    this.reference = reference && (() => reference(this.kernel));
  }

  /** The kernel that runs the modules. @throws Error while the kernel is being created */
  get kernel(): HostedKernel {
    return known(
      this.#kernel(),
      'The service `installation` was used while services are built; use it in ready() or later.',
    );
  }

  /**
   * Function that checks the state of the process and of each plugin, as `/readyz` does.
   * @throws Error until the Express application exists, which `listen` creates at the latest
   */
  get readiness(): () => Promise<Readiness> {
    return known(
      this.#readiness,
      'The readiness of the service `installation` was used before the kernel serves requests; use it in an operation, or after listen().',
    );
  }

  set readiness(readiness: () => Promise<Readiness>) {
    this.#readiness = readiness;
  }

  /** The metrics as `/metrics` answers them. */
  metrics(): Promise<string> {
    return this.#metrics.text();
  }
}

function known<T>(value: T | undefined, problem: string): T {
  if (value !== undefined) return value;
  throw new Error(problem);
}
