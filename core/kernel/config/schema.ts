import { Type, type Static } from '@sinclair/typebox';

const strict = { additionalProperties: false } as const;
const moment = (description: string) =>
  Type.Unsafe<string>({ type: 'string', format: 'date or date-time', description });
const link = (description: string) => Type.Unsafe<string>({ type: 'string', format: 'uri-reference', description });

/** What the operator says of one route, named by method and address. */
const routeSettings = Type.Object(
  {
    disabled: Type.Optional(
      Type.Boolean({ description: 'Take the route away: 404, or 405 where others stand there.' }),
    ),
    deprecated: Type.Optional(
      Type.Unsafe<boolean | string>({
        type: ['boolean', 'string'],
        format: 'date or date-time',
        description: 'Since when clients should not use it any more; true where that is not known.',
      }),
    ),
    sunset: Type.Optional(moment('When it will be gone.')),
    link: Type.Optional(link('Page that tells clients what to do.')),
    successor: Type.Optional(link('Address to use instead.')),
  },
  { ...strict, dependentRequired: { sunset: ['deprecated'], link: ['deprecated'], successor: ['deprecated'] } },
);

export type RouteSettings = Static<typeof routeSettings>;

const count = (defaultValue: number, description: string) =>
  Type.Integer({ minimum: 1, default: defaultValue, description });

const upTo = (defaultValue: number, description: string) =>
  Type.Integer({ minimum: 0, default: defaultValue, description });
const seconds = (defaultValue: number, description: string) =>
  Type.Number({ exclusiveMinimum: 0, default: defaultValue, description });

/** Everything the kernel itself can be told. Modules declare theirs in `module.json`, for `modules.<name>`. */
export const configSchema = Type.Object(
  {
    http: Type.Object(
      {
        host: Type.String({ default: '127.0.0.1', env: 'HOST' }),
        port: Type.Integer({ minimum: 0, maximum: 65_535, default: 3000, env: 'PORT' }),
        publicUrl: Type.Optional(Type.String({ pattern: '^https?://[^ ]+[^/]$', env: 'PUBLIC_URL' })),
        bodyLimit: count(1_048_576, 'Bytes of a request body.'),
        headerLimit: count(16_384, 'Bytes of all request headers together.'),
        urlLimit: count(8_192, 'Characters of a URL.'),
        depthLimit: count(32, 'Levels of nesting of a JSON body.'),
        requestTimeout: count(30_000, 'Milliseconds for a request to arrive.'),
        drainTimeout: count(8_000, 'Milliseconds that running requests may take after SIGTERM.'),
        trustedProxies: Type.Array(Type.String({ format: 'ip-range' }), { default: [] }),
      },
      { ...strict, default: {} },
    ),
    log: Type.Object(
      {
        level: Type.Unsafe<string>({
          type: 'string',
          enum: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
          default: 'info',
          env: 'LOG_LEVEL',
        }),
      },
      { ...strict, default: {} },
    ),
    zone: Type.String({
      format: 'time-zone',
      default: 'Asia/Shanghai',
      description: 'Time zone of the datetimes in answers.',
    }),
    demo: Type.Boolean({ default: false, description: 'Load the demo data into modules whose tables are new.' }),
    importTimeout: count(10_000, 'Milliseconds that a file of a module may take to load.'),
    startTimeout: count(30_000, 'Milliseconds that a service of a plugin or of custom may take to start, or to stop.'),
    leakReport: Type.Boolean({
      default: false,
      description: 'Count the fields that operations hand over and their filters withhold; for development.',
    }),
    plugins: Type.Object(
      {
        disabled: Type.Array(Type.String({ pattern: '^[\\w.-]+$' }), {
          default: [],
          env: 'DISABLED_PLUGINS',
          description: 'Plugins that are not loaded; their tables stay.',
        }),
      },
      { ...strict, default: {} },
    ),
    routes: Type.Record(Type.String(), routeSettings, {
      default: {},
      description: 'Routes that are taken away or deprecated, by method and address: "GET /articles/{id}".',
    }),
    guard: Type.Object(
      {
        deadlineMs: upTo(30_000, 'Milliseconds that an operation may take to answer; 0 for as long as it likes.'),
        blockedMs: upTo(1_000, 'Milliseconds that the event loop may stand still before it is told of; 0 for any.'),
        breaker: Type.Object(
          {
            failures: upTo(20, 'Operations of a plugin that have to fail to cut it off; 0 for never.'),
            windowSeconds: seconds(60, 'Seconds within which they have to fail.'),
            pauseSeconds: seconds(30, 'Seconds that it is cut off before an operation is tried.'),
          },
          { ...strict, default: {} },
        ),
      },
      { ...strict, default: {} },
    ),
    modules: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), { default: {} }),
  },
  strict,
);

export type Config = Static<typeof configSchema>;
