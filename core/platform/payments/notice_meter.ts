import type { Meters } from 'lectern';
import { outcomes } from './shapes/payment_notice.ts';

/** `forged`: refused by its signature; `failed`: not processed, because of an error of this installation. */
const received = [...outcomes, 'forged', 'failed'] as const;

type Received = (typeof received)[number];

/** Counts the reports of payment platforms. All outcomes begin with 0, so that alerts notice the first report. */
export function noticeMeter(meters: Meters): (outcome: Received) => void {
  const reports = meters.counter({
    name: 'lectern_payment_notices_total',
    help: 'Reports of payment platforms about payments and refunds, repeated ones included, by outcome.',
    labels: ['outcome'],
  });
  for (const outcome of received) reports.inc({ outcome }, 0);
  return (outcome) => reports.inc({ outcome });
}
