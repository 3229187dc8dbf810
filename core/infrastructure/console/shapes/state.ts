import { field, shape } from 'lectern';
import { figure } from './figure.ts';

/** Readiness of the process as `/readyz` answers it, with version, reasons and waiting requests. */
export const consoleReadiness = shape('ConsoleReadiness').mode('public', {
  status: field.oneOf(['ready', 'unavailable'], 'Whether the process serves requests.'),
  version: field.text('Version of Lectern that runs.'),
  plugins: field.list(
    field.object(
      {
        name: field.text('Name of the plugin, which is that of its folder.'),
        state: field.oneOf(
          ['running', 'out of service', 'set aside', 'disabled'],
          'State: set aside after a failed start, out of service while its circuit breaker is open.',
        ),
        reason: field.nullable(field.text('Why it is set aside or out of service; null in other states.')),
      },
      'A plugin.',
    ),
    'All plugins of the installation with their states.',
  ),
  remarks: field.list(
    field.object(
      { module: field.text('Name of the module that remarks.'), remark: field.text('The remark, with its fix.') },
      'A remark.',
    ),
    'Remarks of modules, and services that do not work.',
  ),
  waiting: field.list(
    field.object(
      {
        id: field.text('Request id: `reqId` in the log.'),
        method: field.text('Method of the request.'),
        route: field.text('Address of the route.'),
        module: field.text('Module of the part that the request waits for.'),
        part: field.nullable(field.text('Name of the part, such as a hook of a module; null for the operation.')),
        ms: field.int('Milliseconds since the arrival of the request.'),
      },
      'A request.',
    ),
    'Requests that have waited for longer than a second: the 20 oldest of the process that answers.',
  ),
});

/** A finding of the doctor, or the errors of a module. */
export const consoleFinding = shape('ConsoleFinding').mode('public', {
  level: field.oneOf(
    ['problem', 'warning', 'note'],
    'A problem needs a fix, a warning needs a review; a note is information only.',
  ),
  topic: field.text('Topic in a word or two, or a file.'),
  message: field.text('What was found, in a sentence.'),
  details: field.list(field.text('An affected item.'), 'Affected items, such as files; an empty list for none.'),
  fix: field.nullable(field.text('How to fix it; null where nothing has to be done.')),
  request: field.nullable(field.text('Request id of the last error, if the request is recorded; else null.')),
});

const number = (description: string) => field.nullable(figure(`${description}; null if not measured.`));

/** A point of the charts: measurements of the interval since the previous point. */
export const consolePoint = shape('ConsolePoint').mode('public', {
  time: field.datetime('End of the measured interval.'),
  requests: figure('Requests a second, without those of the console.'),
  errors: figure('Percentage of requests that were answered with 5xx.'),
  p50: number('Median of the durations in milliseconds'),
  p95: number('Percentile 95 of the durations in milliseconds'),
  p99: number('Percentile 99 of the durations in milliseconds'),
  cpu: number('Processor time in percent of one processor'),
  memory: number('Resident memory in bytes'),
  eventLoopDelay: number('Percentile 99 of the delay of the event loop in milliseconds'),
  connections: number('Connections to the database in use'),
  connectionsMax: number('Largest number of connections to the database'),
  waiting: number('Statements that wait for a connection'),
});
