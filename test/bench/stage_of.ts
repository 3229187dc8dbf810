/** A function in a stack of a profile. */
export interface Frame {
  readonly functionName: string;
  /** URL of the file; empty for code that is not JavaScript. */
  readonly url: string;
}

/** The stages of a request in order, each with the folders, files and packages that contain its code. */
export const places: readonly (readonly [stage: string, paths: readonly string[]])[] = [
  [
    'authentication and limits',
    [
      'core/kernel/auth/',
      'core/platform/users/',
      'core/platform/social_login/',
      'core/platform/api_access/',
      'core/infrastructure/limits/',
    ],
  ],
  [
    'body and input',
    [
      ...['input_reader', 'input_failures'].map((name) => `core/kernel/compile/${name}.`),
      'core/kernel/declare/input.',
      'core/kernel/http/input/',
      'core/kernel/http/request_checks.',
      'node_modules/ajv/',
    ],
  ],
  [
    'driver of the database',
    [
      'node_modules/pg/',
      'node_modules/pg-protocol/',
      'core/infrastructure/database/protocol/',
      'core/infrastructure/database/connections/pipeline.',
    ],
  ],
  [
    'connections of the pool, statements',
    ['core/infrastructure/database/', 'node_modules/knex/', 'node_modules/tarn/'],
  ],
  [
    'filter and JSON',
    [
      ...['object', 'field', 'shape', 'answer'].map((name) => `core/kernel/declare/${name}.`),
      'core/kernel/compile/response_filter.',
      'core/kernel/base/value_writers.',
    ],
  ],
  [
    'head, tag and body of the answer',
    [
      ...['sender', 'send_read', 'entity_tag', 'paging_headers', 'answer_writer'].map(
        (name) => `core/kernel/http/${name}.`,
      ),
      ...['error_answer', 'response_head'].map((name) => `core/kernel/http/${name}.`),
      'core/kernel/declare/failure.',
    ],
  ],
  ['log line and metrics', ['core/hosting/telemetry/', 'node_modules/pino/', 'node_modules/prom-client/']],
  ['events and jobs', ['core/infrastructure/events/', 'core/infrastructure/jobs/']],
  ['way through the kernel', ['core/kernel/', 'core/hosting/', 'node_modules/find-my-way/', 'node_modules/express/']],
  ['the operation', ['core/', 'plugins/', 'custom/']],
];

export const collecting = 'garbage collection';
export const engine = 'Node: sockets, parser, promises, timers';
export const stages: readonly string[] = [...places.map(([stage]) => stage), engine, collecting];

/**
 * Returns the stage of a sample. The time of a built-in function counts for the file that has called it.
 * @param stack from the innermost function outwards
 */
export function stageOf(stack: readonly Frame[]): string {
  if (stack[0]?.functionName === '(garbage collector)') return collecting;
  for (const { url } of stack) {
    const place = places.find(([, paths]) => paths.some((path) => url.includes(`/${path}`)));
    if (place) return place[0];
  }
  return engine;
}
