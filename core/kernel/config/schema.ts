import { Type, type Static } from '@sinclair/typebox';

const strict = { additionalProperties: false } as const;
const count = (defaultValue: number, description: string) =>
  Type.Integer({ minimum: 1, default: defaultValue, description });

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
    modules: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), { default: {} }),
  },
  strict,
);

export type Config = Static<typeof configSchema>;
