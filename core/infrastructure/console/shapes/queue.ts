import { field, shape } from 'lectern';

const id = field.intString('Id, which grows with time.');
const subscriber = field.text('Name of the subscriber: module and file, joined by a dot.');
const attempts = field.int('Number of attempts so far; a retry counts from 0.');
const lastError = field.nullable(field.text('Error of the last attempt, without credentials; null if none failed.'));

/** A delivery that is pending or was given up. */
export const consoleDelivery = shape('ConsoleDelivery').mode('public', {
  id,
  eventId: field.intString('Id of the event that is delivered.'),
  event: field.text('Name of the event, such as `order.paid`.'),
  subscriber,
  state: field.oneOf(['pending', 'dead'], '`dead` deliveries were given up.'),
  attempts,
  dueAt: field.datetime('Time of the next attempt, or of the last one.'),
  lastError,
});

const delivery = field.object(
  {
    id,
    subscriber,
    state: field.oneOf(['pending', 'done', 'dead'], 'State: pending until a success, dead when it was given up.'),
    attempts,
    lastError,
  },
  'A delivery.',
);

export const consoleEvent = shape('ConsoleEvent').mode('public', {
  id,
  name: field.text('Name of the event, such as `order.paid`.'),
  createdAt: field.datetime('Time of the transaction that published the event.'),
  deliveries: field.list(delivery, 'Its deliveries, by subscriber.'),
});

export const consoleRetry = shape('ConsoleRetry').mode('public', {
  retried: field.int('Number of deliveries that are tried again.'),
});

export const consoleJob = shape('ConsoleJob').mode('public', {
  name: field.text('Name, by which `POST /console/job_runs` starts it.'),
  module: field.text('Module that declares the job.'),
  schedule: field.text('Period as text, or cron expression.'),
  everySeconds: field.nullable(field.int('The period in seconds; null with a cron expression.')),
  running: field.bool('Whether a server is running it.'),
  endedAt: field.nullable(field.datetime('End of the last run; null before the first one.')),
  error: field.nullable(field.text('Error of the last run, without credentials; null without one.')),
  dueAt: field.nullable(field.datetime('Time of the next run; null if it is not planned yet.')),
});

/** A run of a job that has begun. */
export const consoleJobRun = shape('ConsoleJobRun').mode('public', {
  job: field.text('Name of the job that was started.'),
});
