/** A place in the code that a profile has seen. */
export interface Frame {
  readonly functionName: string;
  /** Address of its file; empty for what is not JavaScript. */
  readonly url: string;
}

/** Where a request's time goes, in the order of its way, and the files that it is spent in. */
const places: readonly (readonly [stage: string, files: RegExp])[] = [
  ['who calls', /core\/kernel\/auth\/|core\/(users|social_login|api_access|limits)\//],
  ['body and input', /core\/kernel\/(reader|input)\.|core\/kernel\/http\/(body|query|broken_body)\.|node_modules\/ajv/],
  ['connections of the pool, statements', /core\/database\/(?!wire\/)|node_modules\/(knex|tarn)\//],
  ['driver of the database', /node_modules\/(pg|pg-[a-z-]+|postgres-[a-z]+)\/|core\/database\/wire\//],
  ['filter and JSON', /core\/kernel\/(filter|object|field|wire|shape|answer)\.|node_modules\/fast-json-stringify/],
  [
    'head, tag and body of the answer',
    /core\/kernel\/http\/(send|send_read|entity_tag|paging_headers|error_answer)\.|core\/kernel\/failure\./,
  ],
  [
    'log line and metrics',
    /core\/kernel\/(log|log_output|gathered_lines|meters)|core\/kernel\/http\/(request_log|metrics|slow_requests)\.|node_modules\/(pino|prom-client)/,
  ],
  ['way through the kernel', /core\/kernel\/|node_modules\/(find-my-way|express|router)\//],
  ['the operation', /(^|\/)(core|plugins|custom)\//],
];

export const collecting = 'garbage collection';
export const engine = 'Node: sockets, parser, promises, timers';
export const stages: readonly string[] = [...places.map(([stage]) => stage), engine, collecting];

/**
 * The stage that a sample belongs to. What a built-in function does is counted for whoever of ours, or of the libraries,
 * has called it.
 * @param stack from the innermost function outwards
 */
export function stageOf(stack: readonly Frame[]): string {
  if (stack[0]?.functionName === '(garbage collector)') return collecting;
  for (const { url } of stack) {
    const place = places.find(([, files]) => files.test(url));
    if (place) return place[0];
  }
  return engine;
}
