import { Type, type SchemaOptions, type Static } from '@sinclair/typebox';
import { count, httpSettings, kernelSettings, section, upTo } from '../../kernel/base/config_schema.ts';

const strict = { additionalProperties: false } as const;
const moment = (description: string) =>
  Type.Unsafe<string>({ type: 'string', format: 'date or date-time', examples: ['2027-01-31'], description });
const link = (description: string) => Type.Unsafe<string>({ type: 'string', format: 'uri-reference', description });
const words = (list: readonly string[], options: SchemaOptions) =>
  Type.Unsafe<string>({ type: 'string', enum: list, ...options });
const seconds = (defaultValue: number, description: string) =>
  Type.Number({ exclusiveMinimum: 0, default: defaultValue, description });

const deprecation = (what: string) => ({
  deprecated: Type.Optional(
    Type.Unsafe<boolean | string>({
      type: ['boolean', 'string'],
      format: 'date or date-time',
      examples: ['2027-01-31'],
      description: `Date since which clients should not use the ${what} any more; true if the date is not known.`,
    }),
  ),
  sunset: Type.Optional(moment(`Date on which the ${what} will be removed.`)),
  link: Type.Optional(link('Page for clients about the deprecation.')),
  successor: Type.Optional(link('Address to use instead.')),
});
const dependentRequired = { sunset: ['deprecated'], link: ['deprecated'], successor: ['deprecated'] };

const routeSettings = Type.Object(
  {
    disabled: Type.Optional(
      Type.Boolean({ description: 'Removes the route: 404, or 405 if the address has other methods.' }),
    ),
    ...deprecation('route'),
  },
  { ...strict, dependentRequired },
);

export type RouteSettings = Static<typeof routeSettings>;

const budgetOf = (description: string) => Type.Optional(Type.Number({ exclusiveMinimum: 0, description }));
const budget = section({
  loopMs: budgetOf('Milliseconds for which code of the module occupies the event loop.'),
  statements: budgetOf('Statements to the database.'),
  rows: budgetOf('Rows that its statements return or change.'),
  databaseMs: budgetOf('Milliseconds of its statements.'),
  answerBytes: budgetOf('Bytes of the bodies of its answers.'),
  jobMs: budgetOf('Milliseconds of the runs of its jobs.'),
  onExceed: words(['warn', 'slow', 'refuse'], {
    default: 'warn',
    description: 'warn only logs; slow delays further operations by a second; refuse answers further requests by 503.',
  }),
});

const headerNames = (description: string) =>
  Type.Array(Type.String({ pattern: "^[\\w!#$%&'*+.^`|~-]+$", examples: ['X-Trace-Id'] }), {
    default: [],
    description,
  });

const corsSettings = section({
  origins: Type.Array(Type.String({ format: 'origin', examples: ['https://app.example.com'] }), {
    default: [],
    env: 'CORS_ORIGINS',
    description: 'Origins whose scripts may read answers: `https://app.example.com`, or `*` alone for all of them.',
  }),
  credentials: Type.Boolean({
    default: false,
    description: 'Whether browsers may send credentials that they store, such as cookies; the API itself needs none.',
  }),
  maxAge: upTo(600, 'Seconds that a browser may cache the answer of a preflight request.'),
  headers: headerNames('Headers that requests may have besides those of the API itself.'),
  exposedHeaders: headerNames('Headers of answers that scripts may read besides those of the API itself.'),
});

export type CorsSettings = Static<typeof corsSettings>;

const listening = section({
  host: Type.String({ default: '127.0.0.1', env: 'HOST' }),
  port: Type.Integer({ minimum: 0, maximum: 65_535, default: 3000, env: 'PORT' }),
  publicUrl: Type.Optional(
    Type.String({ pattern: '^https?://[^ ]+[^/]$', examples: ['https://learn.example.com'], env: 'PUBLIC_URL' }),
  ),
  ...httpSettings,
  deprecatedVersions: Type.Record(
    Type.String(),
    Type.Object(deprecation('version'), { ...strict, dependentRequired }),
    {
      default: {},
      description: 'Versions of the API that will be removed, by number: {"1": {"deprecated": "2027-01-31"}}.',
    },
  ),
  requestTimeout: count(30_000, 'Milliseconds for a request to arrive, its body included.'),
  headerTimeout: count(15_000, 'Milliseconds for the headers of a request to arrive.'),
  answerTimeout: count(60_000, 'Milliseconds in which a client has to receive 16 KB of an answer that is ready.'),
  keepAliveTimeout: count(75_000, 'Milliseconds that a connection is kept open for the next request.'),
  connectionRequests: upTo(10_000, 'Maximum number of requests on one connection; 0 for any number.'),
  maxConnections: count(
    15_000,
    'Maximum number of connections that this process serves; further ones are refused, unless others can be closed.',
  ),
  maxConnectionsPerAddress: upTo(
    0,
    'Maximum number of connections of one address, except of trusted proxies; 0 for any number.',
  ),
  lameDuckMs: upTo(0, 'Milliseconds after SIGTERM in which new requests are still served while /readyz answers 503.'),
  drainTimeout: count(5_000, 'Milliseconds that running requests may take after lameDuckMs.'),
  cors: corsSettings,
});

const hostSettings = {
  log: section({
    level: words(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      default: 'info',
      env: 'LOG_LEVEL',
    }),
    format: words(['auto', 'json'], {
      default: 'auto',
      env: 'LOG_FORMAT',
      description: 'auto writes readable lines on a terminal outside of production, JSON elsewhere.',
    }),
    keptBytes: count(
      8_388_608,
      'Maximum size in bytes of the log lines that wait to be written; further lines are dropped.',
    ),
    slowRequestMs: upTo(1_000, 'Milliseconds after which a request is logged as slow; 0 for never.'),
  }),
  workers: Type.Unsafe<number | string>({
    type: ['integer', 'string'],
    pattern: '^(auto|\\d+)$',
    minimum: 0,
    default: 1,
    env: 'WORKERS',
    description: 'Processes that serve together; 0 or auto for one per CPU. More than one requires DATABASE_URL.',
  }),
  metrics: section({
    token: Type.Optional(
      Type.String({
        minLength: 16,
        env: 'METRICS_TOKEN',
        secret: true,
        description: 'Bearer token of /metrics; without one, only the private network has access.',
      }),
    ),
  }),
  importTimeout: count(10_000, 'Milliseconds that a file of a module may take to load.'),
  routes: Type.Record(Type.String(), routeSettings, {
    default: {},
    description: 'Routes that are removed or deprecated, by method and address: "GET /articles/{id}".',
  }),
  budgets: Type.Record(Type.String(), budget, {
    default: {},
    description: 'Limits for one module and one minute in each process, by the name of the module.',
  }),
  guard: section({
    deadlineMs: upTo(30_000, 'Milliseconds that an operation may take to answer; 0 for any time.'),
    blockedMs: upTo(1_000, 'Milliseconds of a blocked event loop after which a warning is logged; 0 for never.'),
    hungMs: upTo(15_000, 'Milliseconds without a response after which one of several workers is killed; 0 for never.'),
    breaker: section({
      failures: upTo(
        20,
        'Failed operations of a plugin that open its breaker, unless more were answered; 0 for never.',
      ),
      windowSeconds: seconds(60, 'Seconds within which these operations have to fail.'),
      pauseSeconds: seconds(30, 'Seconds that the breaker stays open before an operation is tried.'),
    }),
  }),
};

/** Configuration of the process. A `module.json` declares the settings of its module below `modules.<name>`. */
export const configSchema = Type.Object({ http: listening, ...hostSettings, ...kernelSettings }, strict);

type HostSettings = Static<ReturnType<typeof section<typeof hostSettings>>>;

declare module '../../kernel/base/config_schema.ts' {
  interface HttpConfig extends Static<typeof listening> {}
  interface Config extends HostSettings {}
}
