import { buildRouter, createKernel, reasonOf, type Kernel } from '../../hosting/internals.ts';
import { sectionsOf } from '../../cli/index.ts';
import type { Job, Run } from './run.ts';

const REQUEST_TIMEOUT_MS = 15_000;

// Entry point of the process that `runApart` starts.
process.once('message', (job) => {
  void runHere(job as Job).then((run) => process.send?.(run));
});

/** Starts the installation for the job, in this process and on a database in memory, and sends the probe. */
async function runHere(job: Job): Promise<Run> {
  const lines: string[] = [];
  let kernel: Kernel;
  try {
    kernel = await createKernel({ ...placesOf(job), logTo: { write: (line: string) => void lines.push(line) } });
    await kernel.listen();
  } catch (error) {
    return { kind: 'not started', reason: reasonOf(error) };
  }
  // Drops log lines of the start: `failedPlugins` names the plugins that could not start.
  lines.length = 0;
  return answer(kernel, job, lines);
}

async function answer(kernel: Kernel, job: Job, lines: readonly string[]): Promise<Run> {
  try {
    const headers = { ...(await signedIn(kernel, job)), ...job.headers };
    const { method, url, body } = job;
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const response = await fetch(kernel.url + url, { method, headers, signal, ...(body !== undefined && { body }) });
    return {
      kind: 'answered',
      status: response.status,
      body: await response.text(),
      servedBy: servedBy(kernel, job),
      failedPlugins: kernel.failedPlugins.map(({ module, reason }) => ({ module, reason })),
      logged: lines.flatMap(errorIn),
    };
  } catch (error) {
    return { kind: 'not answered', reason: [...lines.flatMap(errorIn), problemOf(error)].join('; ') };
  }
}

/** Isolates the run from the real installation: a database in memory, no Redis, no deliveries or jobs, a free port. */
function placesOf({ root, without }: Job) {
  const sections = {
    database: { dataDir: 'memory', url: undefined },
    events: { enabled: false },
    jobs: { enabled: false },
    limits: { redisUrl: undefined },
  };
  const { NODE_ENV, DATABASE_URL, REDIS_URL, ...rest } = process.env;
  return {
    root,
    without,
    // The embedded database is refused in production.
    env: { ...rest, NODE_ENV: NODE_ENV === 'production' ? 'test' : NODE_ENV },
    config: {
      demo: true,
      http: { host: '127.0.0.1', port: 0 },
      log: { level: 'error' },
      modules: sectionsOf(root, sections),
    },
  };
}

async function signedIn({ services }: Kernel, { as }: Job): Promise<Record<string, string>> {
  if (as === undefined) return {};
  const user = await services.users.byLogin(as);
  if (!user) throw new Error(`there is no demo user "${as}"; name one with --as, such as student`);
  return { 'X-Auth-Token': await services.tokens.issue(user.id) };
}

function servedBy({ routes }: Kernel, { method, url }: Job): string[] {
  const match = buildRouter(routes, (route) => route).find(url.replace(/\?.*/, ''));
  const route = match?.place.entries.get(method);
  return route ? [route.file, ...route.overridden.map(({ file }) => file)] : [];
}

function errorIn(line: string): string[] {
  const { level, module, msg, err } = JSON.parse(line) as LogLine;
  if (level < 50) return [];
  return [`${module === undefined ? '' : `${module}: `}${msg}${err ? `: ${err.message}` : ''}`];
}

interface LogLine {
  readonly level: number;
  readonly module?: string;
  readonly msg: string;
  readonly err?: { readonly message: string };
}

function problemOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `no answer within ${REQUEST_TIMEOUT_MS} ms`;
  return reasonOf(error);
}
