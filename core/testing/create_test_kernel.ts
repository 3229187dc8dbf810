import {
  createKernel,
  folderInCore,
  pluginNameOf,
  type CodeModule,
  type Kernel,
  type KernelOptions,
} from '../hosting/internals.ts';
import { hasDatabase } from '../cli/index.ts';
import { rootOf, pathOf } from './installation.ts';
import './spare_cluster.ts';
import { makeTestDatabase, type TestDatabase } from './test_database.ts';
import { TableSnapshot } from './table_snapshot.ts';
import { TestKernel } from './test_kernel.ts';
import { snapshotOf, type SnapshotOf } from './snapshot.ts';
import { TestClock } from './test_clock.ts';

export interface TestKernelOptions {
  /**
   * Modules under test: folders of plugins as paths or file URLs, which replace installed plugins of the same name, and
   * modules given as code.
   */
  readonly modules?: readonly (string | URL | CodeModule)[];
  /** Overrides the configuration, `env` included; `demo: false` starts without demo data. */
  readonly config?: object;
  /** Folder of the installation. Default: the installation of `lectern test`, or else that of this test kit. */
  readonly root?: string | URL;
  /** Clock to share with other code; default: a new clock. */
  readonly clock?: TestClock;
  /** Additional environment variables for the configuration, which ignores variables of the process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Second destination of all log lines, besides `TestKernel.logs`; by default errors go to standard error. */
  readonly logTo?: KernelOptions['logTo'];
}

/** Options in normalized form. */
interface Plan {
  readonly root: string;
  /** Folders of plugins. */
  readonly modules: readonly string[];
  readonly code: readonly CodeModule[];
  readonly config: object & { readonly demo: boolean };
  readonly clock: TestClock;
  readonly env: NodeJS.ProcessEnv | undefined;
  readonly logs: string[];
  readonly logTo: NonNullable<KernelOptions['logTo']>;
}

/**
 * Starts an installation, by default with its demo data, on a new database if it has the module `database`. The database
 * is on the server of `TEST_DATABASE_URL`, or else embedded and in memory. Stop the test kernel in `after`.
 *
 * @example
 * const test = await createTestKernel({ modules: [new URL('..', import.meta.url)] });
 * await test.api.get('/api/me').set(await test.as('student')).expect(200);
 * @throws Error with the reason when core, custom or a plugin of `modules` cannot start
 */
export async function createTestKernel(options: TestKernelOptions = {}): Promise<TestKernel> {
  const { root, modules = [], config, clock = new TestClock(), env, logTo = { write: showErrors } } = options;
  const logs: string[] = [];
  const write = (line: string) => {
    logs.push(line);
    logTo.write(line);
  };
  const plan: Plan = {
    root: rootOf(root),
    modules: modules.filter(isFolder).map(pathOf),
    code: modules.filter((one): one is CodeModule => !isFolder(one)),
    config: { demo: true, ...config },
    clock,
    env,
    logs,
    logTo: { write },
  };
  const usesDatabase = folderInCore(plan.root, 'database') !== undefined;
  const place = usesDatabase ? await makeTestDatabase(snapshotWanted(plan)) : noDatabase;
  try {
    return await start(plan, place);
  } catch (error) {
    await place.clear();
    throw error;
  }
}

const noDatabase: TestDatabase = { env: {}, isEmbedded: false, clear: () => Promise.resolve() };

const ERROR = 50;

/** Writes errors to standard error, among the results of the tests. */
function showErrors(line: string): void {
  const { level } = JSON.parse(line) as { level: number };
  if (level >= ERROR) process.stderr.write(line);
}

function isFolder(given: string | URL | CodeModule): given is string | URL {
  return typeof given === 'string' || given instanceof URL;
}

async function start(plan: Plan, place: TestDatabase): Promise<TestKernel> {
  const kernel = await boot(plan, place);
  try {
    const url = await kernel.listen();
    refuseFailed(kernel, plan.modules);
    const { clock, logs } = plan;
    const snapshot = hasDatabase(kernel) ? await TableSnapshot.take(kernel.services.database) : undefined;
    return new TestKernel({ kernel, url, clock, place, snapshot, logs });
  } catch (error) {
    await kernel.stop();
    throw error;
  }
}

function snapshotWanted({ root, modules, config }: Plan): SnapshotOf {
  return { root, demo: config.demo, without: modules.map(pluginNameOf) };
}

async function boot(plan: Plan, place: TestDatabase): Promise<Kernel> {
  const { root, modules, code, config, clock, env, logTo } = plan;
  const snapshot = place.isEmbedded ? await snapshotOf(snapshotWanted(plan)) : undefined;
  const where = { ...place.env, ...(snapshot && { DATA_SNAPSHOT: snapshot }) };
  return createKernel({
    root,
    modules: [...modules, ...code],
    config,
    clock,
    env: { NODE_ENV: 'test', LOG_LEVEL: 'info', PORT: '0', ...where, ...env },
    logTo,
  });
}

/** Throws for a failed plugin under test; other failed plugins are only logged. */
function refuseFailed({ failedPlugins }: Kernel, modules: readonly string[]): void {
  const found = failedPlugins.find(({ module }) => modules.some((folder) => pluginNameOf(folder) === module));
  if (found)
    throw new Error(`The plugin "${found.module}" cannot start: ${found.reason}`, { cause: found.fault.cause });
}
