import type { Call, Reply } from '../declare/call.ts';
import { isUnfiltered, type Answer, type Chosen } from '../declare/answer.ts';
import { Failure } from '../declare/failure.ts';
import { objectSchema, SECRET_FORMAT, type JsonSchema } from '../declare/object.ts';
import { secretFinder } from '../compile/secret_answer.ts';
import { httpMapping } from '../base/operations.ts';
import type { Services } from '../declare/services.ts';
import { isInstance, isThenable } from '../base/thrown.ts';
import type { WriteContext } from '../base/value_writers.ts';
import type { ChangeRecorder, ManagedChange } from '../http/request_services.ts';
import type { Route } from '../routes/route.ts';

const REDACTED = '[redacted]';
const silent: Reply = { header: () => undefined, revision: () => undefined };

interface RecordingParts {
  readonly services: Services;
  readonly write: WriteContext;
  /** All routes, disabled ones included. Recorders read a changed object by the `get` at its address. */
  readonly routes: readonly Route[];
}

/** Returns a function that wraps routes which need a permission and may write: the `changeRecorders` run these. */
export function recordingOfChanges({ services, write, routes }: RecordingParts): (route: Route) => Route {
  const recorders = services.contributions.of('changeRecorders');
  const gets = new Map(routes.filter(({ operation }) => operation === 'get').map((get) => [get.address, get]));
  return (route) => {
    const isManaged = route.access.kind === 'permission' && !httpMapping[route.operation].methods.includes('GET');
    if (!isManaged || recorders.length === 0) return route;
    return recordedRoute(route, recorders, changeOf(route, gets.get(route.address), { services, write }));
  };
}

type DescribeChange = (call: Call) => ManagedChange;

function recordedRoute(route: Route, recorders: readonly ChangeRecorder[], describe: DescribeChange): Route {
  const run = (call: Call): unknown => {
    const change = describe(call);
    const operation = () => route.run(call as never);
    return recorders.reduceRight<() => unknown>((inner, one) => () => one.record(change, inner), operation)();
  };
  return { ...route, run };
}

function changeOf(route: Route, get: Route | undefined, parts: Omit<RecordingParts, 'routes'>): DescribeChange {
  const answered = shownBy(route, parts);
  if (!get) return (call) => ({ route, call, shown: undefined, answered });
  const read = parts.services.inputReading.compile(get);
  const written = shownBy(get, parts);
  const show = async (call: Call) => {
    try {
      const input = read({});
      if (isInstance(input, Failure)) return null;
      const asked = { ...call, input, reply: silent };
      const found = get.run(asked as never);
      return written(isThenable(found) ? await found : found);
    } catch (error) {
      if (isInstance(error, Failure)) return null;
      throw error;
    }
  };
  const isShown = route.operation === 'update' && route.answer === get.answer && route.mode === get.mode;
  return (call) => ({
    route,
    call,
    shown: async (result) => (isShown && result !== undefined ? answered(result) : show(call)),
    answered,
  });
}

/**
 * Returns a function that filters results of a route like its answers, and redacts secrets. Results of unfiltered
 * answers, which may contain secrets, and of lists, pages and records become null.
 */
function shownBy(route: Route, { services, write }: Omit<RecordingParts, 'routes'>) {
  const { answer, mode } = route;
  if (isUnfiltered(answer) || ('kind' in answer && answer.kind !== 'choice')) return () => null;
  const filter = services.responseFilters.compile(route, write);
  const hasSecret = secretFinder(answer, mode);
  return (result: unknown): unknown => {
    const text = filter(result as never, { only: undefined, offset: 0, limit: 0 });
    const value = JSON.parse(text) as unknown;
    return hasSecret(result) ? redacted(value, schemaOf(answer, mode, result)) : value;
  };
}

function schemaOf(answer: Answer, mode = '', result: unknown): JsonSchema {
  const { shape, mode: chosen } = 'kind' in answer ? (result as Chosen) : { shape: answer, mode };
  return objectSchema(shape.fields(chosen));
}

function redacted(value: unknown, schema: JsonSchema | undefined): unknown {
  if (schema === undefined || value === null) return null;
  const { format, items, properties } = schema as Readonly<Record<string, Record<string, JsonSchema> | undefined>>;
  if ((format as unknown) === SECRET_FORMAT) return REDACTED;
  if (Array.isArray(value) && items) return value.map((item) => redacted(item, items));
  if (typeof value !== 'object' || !properties) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, redacted(one, properties[name])]));
}
