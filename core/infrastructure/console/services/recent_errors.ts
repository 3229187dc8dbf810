import { use, type Lifecycle, type Services, type SourceOfShape } from 'lectern';
import { redact } from '../../events/index.ts';
import { topicOf } from '../../../operations/index.ts';
import type { consoleError } from '../shapes/error.ts';
import { perSecond } from './metrics/per_second.ts';

type Reported = Parameters<Parameters<Services['installation']['errors']['listen']>[0]>[0];

/** An error, and whether its request is recorded. */
type ShownError = SourceOfShape<typeof consoleError, 'public'> & Pick<RecentError, 'isLate'>;

/** An internal error of a request, or a missed deadline, with redacted secrets. */
export type RecentError = Omit<SourceOfShape<typeof consoleError, 'public'>, 'recorded'> & { readonly isLate?: true };

export interface ErrorConditions {
  readonly module?: string | undefined;
}

const MAX_ERRORS = 50;
const MAX_OF_ROUTE = 3;
// Largest number of errors a second that a worker sends to the other workers.
const MAX_PER_SECOND = 50;
const ERROR = 'console.error';

/** Keeps the last errors of all workers in memory, at most three for each route and module, and 50 in all. */
export class RecentErrors implements Lifecycle {
  readonly #installation = use('installation');
  readonly #clock = use('clock');
  readonly #requests = use('liveRequests');
  readonly #stopListening: () => void;
  #kept: readonly RecentError[] = [];
  readonly #mayShare = perSecond(MAX_PER_SECOND);

  constructor() {
    this.#stopListening = this.#installation.errors.listen((error) => this.#add(error));
    this.#installation.workers.listen(ERROR, (data) => {
      const error = data as RecentError;
      this.#keep({ ...error, time: new Date(error.time) });
    });
  }

  stop(): void {
    this.#stopListening();
  }

  /** Kept errors, the newest first. */
  list({ module }: ErrorConditions = {}): readonly ShownError[] {
    return this.#kept
      .filter((one) => module === undefined || one.module === module)
      .map((one) => ({ ...one, recorded: this.#requests.has(one.id) }));
  }

  /** A finding for each module whose circuit breaker is open, and for each other module with errors. */
  findings() {
    const { kernel, breakers } = this.#installation;
    const { open } = breakers;
    const modules = new Set([...open.keys(), ...this.#kept.map(({ module }) => module)]);
    return Array.from(modules, (module) =>
      findingOf(topicOf(kernel, module), { module, errors: this.list({ module }), reason: open.get(module) }),
    );
  }

  #add({ error, route, at, ...request }: Reported): void {
    const address = route === '' ? '' : `/api${route}`;
    const recent = { ...request, route: address, at: at ?? null, message: redact(error), time: this.#clock.now() };
    this.#keep(recent);
    if (this.#mayShare()) this.#installation.workers.send(ERROR, recent);
  }

  #keep(error: RecentError): void {
    const isSame = ({ method, route, module }: RecentError) =>
      method === error.method && route === error.route && module === error.module;
    const ofRoute = this.#kept.filter(isSame).slice(0, MAX_OF_ROUTE - 1);
    const kept = this.#kept.filter((one) => !isSame(one) || ofRoute.includes(one));
    this.#kept = [error, ...kept].slice(0, MAX_ERRORS);
  }
}

interface ModuleErrors {
  readonly module: string;
  readonly errors: readonly ShownError[];
  /** Last error of the open circuit breaker, also from code outside of operations; undefined while it is closed. */
  readonly reason: string | undefined;
}

function findingOf(topic: string, { module, errors, reason }: ModuleErrors) {
  const [last] = errors;
  const routes = new Set(errors.map(({ method, route }) => `${method} ${route}`.trim()));
  const what = reason === undefined ? 'Operations that failed lately' : 'out of service: its operations kept failing';
  const error = `${last?.message ?? redact(reason)}${last?.at ? ` (${last.at})` : ''}`;
  return {
    level: reason === undefined ? ('warning' as const) : ('problem' as const),
    topic,
    message: `${[what, [...routes].join(', ')].filter(Boolean).join(': ')}. The last error is: ${error}`,
    details: errors.map(({ time, id, message, at }) => `${time.toISOString()} ${id} ${at ?? ''} ${message}`),
    request: last?.recorded ? last.id : null,
    fix: topic.startsWith('plugin ')
      ? `${fixOf(last)} Until then, the plugin ${module} can be disabled on its page, below Plugins.`
      : fixOf(last),
  };
}

/** Fix for the last error. A missed deadline has no stack in the log. */
function fixOf(last: RecentError | undefined): string {
  if (!last) return 'Correct the cause, which the log shows with its stack and the name of the module.';
  const { id, at, module, isLate } = last;
  if (isLate) return `Give a time limit to everything that ${at ?? `module ${module}`} waits for (request id ${id}).`;
  return `Correct the cause in ${at ?? `module ${module}`}; the log has the stack, by the request id ${id}.`;
}
