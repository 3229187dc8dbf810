import type { Config } from 'lectern';
import { loadConfig, reasonOf, type Kernel, brokenRules } from '../../hosting/internals.ts';
import { type BootOptions, hasDatabase, quietKernel } from '../../cli/index.ts';
import { examineBackground } from './background.ts';
import { examineDatabase, examineOpenDatabase } from './database.ts';
import { problem, type Diagnosis, type DoctorFinding, warning } from './finding.ts';
import { examineOverrides } from './overrides.ts';
import { examineModules } from './modules.ts';
import { examineRoutes } from './routes.ts';

/**
 * Examines an installation without changing it. Problems are returned as findings, and checks that a problem prevents
 * as skipped.
 */
export async function examine(boot: BootOptions): Promise<Diagnosis> {
  let config: Config;
  try {
    ({ config } = loadConfig({ root: boot.root, env: boot.env, overrides: {} }));
  } catch (error) {
    const wrong = problem('configuration', reasonOf(error), 'Correct the file or the variable that the message names.');
    return { findings: [wrong], skipped: ['everything else: the configuration has to be valid first'] };
  }
  const log = new StartLog(boot.logTo);
  let kernel: Kernel;
  try {
    kernel = await quietKernel({ ...boot, logTo: log });
  } catch (error) {
    const skipped = ['modules, routes, overrides and database: the modules cannot be assembled'];
    return { findings: [notStarting(error)], skipped };
  }
  return examineKernel(kernel, config, log);
}

function notStarting(error: unknown): DoctorFinding {
  const fix = 'Fix the problem as the message says; the server does not start before that.';
  return problem('start', reasonOf(error), fix);
}

/** Examines a running installation through its kernel. Omits the checks that need a separate start. */
export async function examineRunning(kernel: Kernel): Promise<readonly DoctorFinding[]> {
  const { config } = kernel;
  const unsafe = await unsafeSettings(kernel, config, 'settings');
  const { findings: ofDatabase, ready } = hasDatabase(kernel)
    ? await examineOpenDatabase(kernel)
    : { findings: [], ready: false };
  const ofBackground = ready ? await examineBackground(kernel) : [];
  const ofRole = await unsafeSettings(kernel, config, 'database');
  return [
    ...examineModules(kernel),
    ...ofBackground,
    ...unsafe,
    ...examineRoutes(kernel),
    ...examineOverrides(kernel),
    ...ofDatabase,
    ...ofRole,
  ];
}

async function examineKernel(kernel: Kernel, config: Config, log: StartLog): Promise<Diagnosis> {
  const unsafe = await unsafeSettings(kernel, config, 'settings');
  const findings = [...unsafe, ...examineRoutes(kernel), ...examineOverrides(kernel)];
  const { findings: ofDatabase, ready } = hasDatabase(kernel)
    ? await examineDatabase(kernel)
    : { findings: [], ready: true };
  const ofBackground = ready && hasDatabase(kernel) ? await examineBackground(kernel) : [];
  const ofRole = ready ? await unsafeSettings(kernel, config, 'database') : [];
  const isRefused = unsafe.some(({ level }) => level === 'problem');
  // Only a start shows that a service cannot work. It runs no deliveries and no jobs, and marks failed plugins.
  const problemOf = (error: unknown) => [notStarting(error)];
  const started = ready && !isRefused ? await kernel.start().then(() => [], problemOf) : [];
  const all = [
    ...examineModules(kernel),
    ...log.findings,
    ...ofBackground,
    ...findings,
    ...ofDatabase,
    ...ofRole,
    ...started,
  ];
  await stopKernel(kernel, log);
  const skipped = [
    ...(ready ? [] : ['whether all services start: the database has to be consistent first']),
    ...(ready && isRefused ? ['whether all services start: production refuses some settings'] : []),
  ];
  return { findings: all, skipped };
}

async function stopKernel(kernel: Kernel, log: StartLog): Promise<void> {
  try {
    await kernel.stop();
    if (hasDatabase(kernel)) await kernel.services.database.stop();
  } catch (error) {
    log.write(`The services did not stop cleanly: ${reasonOf(error)}\n`);
  }
}

/**
 * Findings for settings that break the safety rules of production; none in other environments. Values are not shown.
 * @param config configuration of a server of this installation; a command uses other log settings
 * @param kind `database` rules need a started database
 */
async function unsafeSettings(kernel: Kernel, config: Config, kind: 'settings' | 'database'): Promise<DoctorFinding[]> {
  const broken = await brokenRules({ config, services: kernel.services, live: false }, kind);
  return broken.map(({ setting, severity, message, fix }) =>
    (severity === 'refused' ? problem : warning)(setting, message, fix),
  );
}

/**
 * Log of the examined kernel. Turns lines about contributions that never run into findings, and passes all other lines
 * to the log of the command.
 */
export class StartLog {
  readonly findings: DoctorFinding[] = [];

  constructor(private readonly rest: BootOptions['logTo']) {}

  write(line: string): void {
    const found = findingIn(line);
    if (found) this.findings.push(found);
    else this.rest.write(line);
  }
}

/** A finding for a line about a contribution that never runs. Lines with `err` are about contributions that ran. */
function findingIn(line: string): DoctorFinding | undefined {
  if (!line.startsWith('{')) return undefined;
  const { msg = '', contributor, err } = JSON.parse(line) as { msg?: string; contributor?: string; err?: unknown };
  return contributor === undefined || err !== undefined ? undefined : warning(`module ${contributor}`, msg);
}
