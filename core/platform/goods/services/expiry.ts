import { standardFailures, type Failure } from 'lectern';
import type { ExpiryChange } from '../inputs.ts';
import type { ExpiryMode } from '../enums.ts';

/** Columns for the validity of a membership. */
export interface Expiry {
  readonly expiry_mode: ExpiryMode;
  readonly expiry_days: number;
  readonly expiry_start_at: Date | null;
  readonly expiry_end_at: Date | null;
}

export const forever: Expiry = { expiry_mode: 'forever', expiry_days: 0, expiry_start_at: null, expiry_end_at: null };

/**
 * Returns the columns of the given expiry, merged with those before the change; none if the input has no expiry field.
 * Columns that the mode does not use are cleared.
 * @throws standardFailures.invalidParameter when the mode requires a missing value, or the end is not after the start
 */
export function expiryColumns(input: ExpiryChange, before: Expiry): Partial<Expiry> {
  const { expiryMode = before.expiry_mode, expiryDays, expiryStartDate, expiryEndDate } = input;
  if ([input.expiryMode, expiryDays, expiryStartDate, expiryEndDate].every((one) => one === undefined)) return {};
  const days = expiryDays ?? before.expiry_days;
  const start = dateOf(expiryStartDate, before.expiry_start_at);
  const end = dateOf(expiryEndDate, before.expiry_end_at);
  const used = { ...forever, expiry_mode: expiryMode };
  switch (expiryMode) {
    case 'forever':
      return used;
    case 'days':
      if (days === 0) throw wrongField('expiryDays', '1 or more, because expiryMode is days');
      return { ...used, expiry_days: days };
    case 'date':
      if (!start) throw wrongField('expiryStartDate', 'a time, because expiryMode is date');
      return { ...used, expiry_start_at: start, expiry_end_at: endAfter(start, end) };
    case 'end_date':
      return { ...used, expiry_end_at: endAfter(undefined, end) };
  }
}

function endAfter(start: Date | undefined, end: Date | null): Date {
  if (!end) throw wrongField('expiryEndDate', 'a time, because expiryMode is date or end_date');
  if (start && end <= start) throw wrongField('expiryEndDate', 'later than expiryStartDate');
  return end;
}

function dateOf(seconds: number | undefined, before: Date | null): Date | null {
  if (seconds === undefined) return before;
  return seconds === 0 ? null : new Date(seconds * 1_000);
}

/** Failure for a wrong input field; `expected` completes "must be ...". */
export function wrongField(field: string, expected: string): Failure {
  return standardFailures.invalidParameter({ details: [{ field, message: `must be ${expected}` }] });
}
