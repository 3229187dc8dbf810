import { field, shape } from 'lectern';

const id = field.intString('Id.');
const subscriber = field.text('Name of the subscriber.');
const attempts = field.int('Number of attempts.');
const lastError = field.nullable(field.text('Error of the last attempt, without credentials.'));

/** A delivery that is pending or was given up. */
export const consoleDelivery = shape('ConsoleDelivery').mode('public', {
  id,
  eventId: field.intString('Id of the event.'),
  event: field.text('Name of the event.'),
  subscriber,
  state: field.oneOf(['pending', 'dead'], '`dead` deliveries were given up.'),
  attempts,
  dueAt: field.datetime('Time of the next attempt, or of the last one.'),
  lastError,
});

const delivery = field.object(
  { id, subscriber, state: field.oneOf(['pending', 'done', 'dead'], 'State.'), attempts, lastError },
  'A delivery.',
);

/** An event with its deliveries. */
export const consoleEvent = shape('ConsoleEvent').mode('public', {
  id,
  name: field.text('Name of the event.'),
  createdAt: field.datetime('Time of the event.'),
  deliveries: field.list(delivery, 'Its deliveries, by subscriber.'),
});

/** Result of a retry. */
export const consoleRetry = shape('ConsoleRetry').mode('public', {
  retried: field.int('Number of deliveries that are tried again.'),
});

/** A background job. */
export const consoleJob = shape('ConsoleJob').mode('public', {
  name: field.text('Name of the job.'),
  module: field.text('Module of the job.'),
  schedule: field.text('Period, or cron expression.'),
  everySeconds: field.nullable(field.int('The period in seconds; null with a cron expression.')),
  running: field.bool('Whether a server is running it.'),
  endedAt: field.nullable(field.datetime('End of the last run.')),
  error: field.nullable(field.text('Error of the last run, without credentials.')),
  dueAt: field.nullable(field.datetime('Time of the next run; null if it is not planned yet.')),
});

/** A run of a job that has begun. */
export const consoleJobRun = shape('ConsoleJobRun').mode('public', { job: field.text('Name of the job.') });
