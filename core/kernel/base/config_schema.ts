import { Type, type Static, type TProperties } from '@sinclair/typebox';

/** A section whose keys all have defaults, or may be absent. */
export const section = <P extends TProperties>(keys: P) =>
  Type.Object(keys, { additionalProperties: false, default: {} });
export const count = (defaultValue: number, description: string) =>
  Type.Integer({ minimum: 1, default: defaultValue, description });
export const upTo = (defaultValue: number, description: string) =>
  Type.Integer({ minimum: 0, default: defaultValue, description });

/** Settings of the section `http` for single requests; hosting adds those of connections and of the server. */
export const httpSettings = {
  bodyLimit: count(1_048_576, 'Bytes of a request body.'),
  anonymousBodyLimit: count(65_536, 'Bytes of a request body without a credential, never more than bodyLimit.'),
  headerLimit: count(16_384, 'Bytes of all request headers together.'),
  headerCountLimit: count(100, 'Number of request headers.'),
  urlLimit: count(8_192, 'Characters of a URL.'),
  depthLimit: count(32, 'Levels of nesting of a JSON body.'),
  fieldLimit: count(1_000, 'Fields of a form.'),
  jsonFieldLimit: count(20_000, 'Fields of all objects and entries of all lists of a JSON body together.'),
  versions: section({
    oldest: count(1, 'Oldest version of the API that is answered; earlier ones are refused with 406.'),
    newest: count(2, 'Newest version of the API; older ones get what `downgrade` describes.'),
    default: count(2, 'Version of requests whose Accept names none.'),
  }),
  trustedProxies: Type.Array(Type.String({ format: 'ip-range', examples: ['10.0.0.0/8'] }), {
    default: [],
    env: 'TRUSTED_PROXIES',
    description: 'Addresses and networks of trusted proxies, whose forwarded headers are read.',
  }),
  passUnknown: Type.Boolean({
    default: false,
    description: 'Pass unknown addresses on to the application in which the kernel is mounted, and leave `/` to it.',
  }),
};

/** Settings of the kernel, besides those of `http`. Hosting composes the whole schema. */
export const kernelSettings = {
  zone: Type.String({
    format: 'time-zone',
    default: 'Asia/Shanghai',
    examples: ['Europe/Berlin'],
    description: 'Time zone of the datetimes in answers.',
  }),
  demo: Type.Boolean({ default: false, description: 'Load the demo data into modules whose tables are new.' }),
  startTimeout: count(30_000, 'Milliseconds that a service of a plugin or of custom may take to start, or to stop.'),
  migrationTimeout: upTo(
    600_000,
    'Milliseconds that a migration, or the demo data, of a plugin or of custom may take; 0 for any time.',
  ),
  plugins: section({
    disabled: Type.Array(Type.String({ pattern: '^[\\w.-]+$' }), {
      default: [],
      env: 'DISABLED_PLUGINS',
      description: 'Plugins and optional modules of core that are not loaded; their tables stay.',
    }),
    required: Type.Array(Type.String({ pattern: '^[\\w.-]+$' }), {
      default: [],
      env: 'REQUIRED_PLUGINS',
      description: 'Plugins without which /readyz answers 503.',
    }),
  }),
  modules: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), { default: {} }),
};

/** The section `http`; hosting merges further settings into this interface. */
export interface HttpConfig extends Static<ReturnType<typeof section<typeof httpSettings>>> {}

/**
 * Settings from configuration files and environment variables, with defaults; hosting merges further settings.
 *
 * @example
 * const { zone } = config;
 */
export interface Config extends Static<ReturnType<typeof section<typeof kernelSettings>>> {
  http: HttpConfig;
}
